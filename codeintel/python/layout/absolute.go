package layout

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/builtins"
	"github.com/coderef-system/coderefd/codeintel/python/settings"
)

// absolute resolves an import without dots. The steps are in order of precedence.
func (l *Layout) absolute(r request) Location {
	first, rest, _ := strings.Cut(r.dotted, ".")
	s := &search{
		Layout: l, request: r, first: first, rest: strings.ReplaceAll(rest, ".", "/"),
		standard: builtins.IsStandardModule(first), required: l.requires[settings.Normalize(first)],
	}
	s.findHolders()
	for _, step := range []func() (Location, bool){
		s.onImportPath, s.inNamedPackage, s.inOtherRoot, s.inNamespace, s.inOwnProject, s.besideOrAbove,
	} {
		if at, ok := step(); ok {
			return at
		}
	}
	return s.outside()
}

// request contains the arguments of [Layout.Resolve]. It is equal for all files of a folder,
// except for a file that may itself be the module.
type request struct {
	folder string
	level  int
	dotted string
	self   string // the file itself if it may be the module, else ""
}

// search is the search for the module of one import.
type search struct {
	*Layout
	request
	first, rest string // the first component of the name, and the path of the others
	standard    bool   // a module of the standard library
	required    bool   // a distribution that the project depends on
	claimed     bool   // a folder on the import path contains the first component, but not the module
	holders     []holder
}

// holder is a folder that contains the first component of the name.
type holder struct {
	dir   string
	reach reach
}

// reach is the relation of a folder to the import path of a file.
type reach uint8

const (
	onPath    reach = iota // a script in the folder of the file, or the test runner, searches it
	elsewhere              // a root of another distribution, package or test
	above                  // the package of the file, or another folder above the file
	unreachable
)

// findHolders finds the holders, the most likely first.
func (s *search) findHolders() {
	for _, dir := range s.Layout.holders[s.first] {
		s.holders = append(s.holders, holder{dir, s.reachOf(dir)})
	}
	slices.SortStableFunc(s.holders, func(a, b holder) int {
		return cmp.Or(cmp.Compare(a.reach, b.reach), depth(b.dir)-depth(a.dir))
	})
}

func (s *search) reachOf(dir string) reach {
	isRoot := s.projects[dir] || s.parents[dir]
	contains := dir == s.folder || isBelow(dir, s.folder)
	switch {
	case dir == s.folder && !s.isPackage(dir), contains && (isRoot || s.collected[dir]):
		return onPath
	case isRoot, s.collected[dir] && s.isTested(s.folder):
		return elsewhere
	case contains:
		return above
	}
	return unreachable
}

// at returns the module or folder in a holder. A module of the standard library is shadowed
// only in the folder of a script, in the root of the project, and in the library itself.
func (s *search) at(h holder) (at Location, ok bool) {
	isModule := s.moduleFile(path.Join(h.dir, s.first)) != ""
	if s.standard && (!isModule || h.reach != onPath ||
		h.dir != s.folder && h.dir != "." && !s.Files[path.Join(h.dir, "os.py")]) {
		return Location{}, false
	}
	at, ok = s.AtPath(path.Join(h.dir, s.first, s.rest))
	s.claimed = s.claimed || !ok && isModule && h.reach <= elsewhere
	return at, ok
}

// onImportPath searches the import path of a script or test in the folder of the file.
func (s *search) onImportPath() (Location, bool) {
	for _, h := range s.holders {
		if h.reach != onPath {
			break
		}
		if at, ok := s.at(h); ok && at.File != "" {
			return at, true
		}
	}
	return Location{}, false
}

// inNamedPackage searches the folder that settings name for the package.
func (s *search) inNamedPackage() (Location, bool) {
	dir, ok := s.packages[s.first]
	if !ok {
		return Location{}, false
	}
	at, ok := s.AtPath(path.Join(dir, s.rest))
	s.claimed = s.claimed || !ok
	return at, ok
}

// inOtherRoot searches the other roots of the project. If several contain the module, the
// location is unknown. A distribution that the project requires is found only in a root of
// the project, not next to a package of the same name.
func (s *search) inOtherRoot() (found Location, ok bool) {
	for _, h := range s.holders {
		if h.reach != elsewhere || s.required && !s.projects[h.dir] {
			continue
		}
		at, inside := s.at(h)
		switch {
		case !inside || at.File == "":
		case ok:
			return Location{missing: true}, true
		default:
			found, ok = at, true
		}
	}
	return found, ok
}

// inNamespace searches folders without __init__. All other modules have precedence.
func (s *search) inNamespace() (Location, bool) {
	if s.standard || s.required || s.claimed {
		return Location{}, false
	}
	for _, h := range s.holders {
		if h.reach == onPath && (h.dir == s.folder || s.projects[h.dir] || s.collected[h.dir]) ||
			h.reach == elsewhere && s.projects[h.dir] {
			if at, ok := s.at(h); ok {
				return at, true
			}
		}
	}
	return Location{}, false
}

// inOwnProject searches the project itself if its root is a package.
func (s *search) inOwnProject() (Location, bool) {
	if s.rootName == "" || s.first != s.rootName || s.standard {
		return Location{}, false
	}
	at, ok := s.AtPath(path.Join(".", s.rest))
	s.claimed = s.claimed || !ok
	return at, ok
}

// besideOrAbove searches the package of the file and the folders above it: the file may be a
// script, although it is in a package.
func (s *search) besideOrAbove() (Location, bool) {
	if s.required {
		return Location{}, false
	}
	for _, h := range s.holders {
		if h.reach != above {
			continue
		}
		if at, ok := s.at(h); ok && at.File != "" && at.File != s.self {
			return at, true
		}
	}
	return Location{}, false
}

// outside returns the location of a module that no folder contains. It is outside the project
// only if no file of the project can be the module.
func (s *search) outside() Location {
	missing := s.claimed
	if !s.standard && !s.required {
		for _, h := range s.holders {
			at, _ := s.AtPath(path.Join(h.dir, s.first, s.rest))
			missing = missing || at.File != "" && at.File != s.self
		}
	}
	if missing {
		return Location{missing: true}
	}
	return Location{External: s.dotted}
}

// isBelow reports whether a path is below a folder.
func isBelow(dir, p string) bool { return dir == "." || strings.HasPrefix(p, dir+"/") }

func depth(dir string) int {
	if dir == "." {
		return 0
	}
	return 1 + strings.Count(dir, "/")
}
