package refcheck

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// File is a source file of a project with its declarations.
type File struct {
	Path     string // relative to the project, slashes
	Lines    int    // 0 if unknown
	Elements []facts.Element
}

// Project is the set of files and elements that references may refer to. It is not safe
// for concurrent use.
type Project struct {
	files  map[string]*File
	bare   map[string][]*File // by path without extension
	base   map[string][]*File // by name without folders and extension
	byName map[string][]*facts.Element
	names  []string            // of all elements, distinct, sorted
	likes  map[string][]string // the similar names of each name that was looked up

	exists   func(path string) bool // any file or folder of the project
	defaults func(file string) bool // whether a file has a default export
}

// NewProject returns a project with these files. exists reports whether any other file
// or folder exists, by its path in the project; defaults reports whether a source file
// has a default export.
func NewProject(files []File, exists, defaults func(path string) bool) *Project {
	p := &Project{
		likes: map[string][]string{},
		files: map[string]*File{}, bare: map[string][]*File{}, base: map[string][]*File{},
		byName: map[string][]*facts.Element{},
		exists: exists, defaults: defaults,
	}
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	for i := range files {
		f := &files[i]
		p.files[f.Path] = f
		bare := withoutExtension(f.Path)
		p.bare[bare] = append(p.bare[bare], f)
		p.base[path.Base(bare)] = append(p.base[path.Base(bare)], f)
		for j := range f.Elements {
			e := &f.Elements[j]
			p.byName[e.Name] = append(p.byName[e.Name], e)
		}
	}
	for name := range p.byName {
		p.names = append(p.names, name)
	}
	slices.Sort(p.names)
	return p
}

func withoutExtension(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }

// filesOf returns the source files with a path. A path without extension may match
// several.
func (p *Project) filesOf(name string) []*File {
	if f := p.files[name]; f != nil {
		return []*File{f}
	}
	return p.bare[name]
}

// named returns the elements whose qualified name is name; if there are none, those
// whose last part is name.
func named(files []*File, name string) []*facts.Element {
	name = strings.ReplaceAll(name, "#", ".")
	var whole, last []*facts.Element
	for _, f := range files {
		for i := range f.Elements {
			switch e := &f.Elements[i]; {
			case strings.ReplaceAll(e.Name, "#", ".") == name:
				whole = append(whole, e)
			case strings.HasSuffix(e.Name, "."+name):
				last = append(last, e)
			}
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return last
}

// The bounds of suggestions.
const (
	maxSuggestions = 5
	maxCompared    = 20_000 // names
	maxLookups     = 500    // names that are compared with all others
	minLikeness    = 0.6
)

// elsewhere suggests elements for a reference whose file or element does not exist:
// those with the same name, or else those with similar names in the same file, or else
// anywhere. sure is true if exactly one element has the name and its file has the
// same base name.
func (p *Project) elsewhere(ref *coderef2.Ref, files []*File) (ids []string, sure bool) {
	same := slices.Clone(p.byName[ref.Element])
	slices.SortStableFunc(same, func(a, b *facts.Element) int {
		return cmp.Or(rank(ref, b)-rank(ref, a), strings.Compare(a.File, b.File), a.Line-b.Line)
	})
	for _, e := range same[:min(len(same), maxSuggestions)] {
		ids = append(ids, e.ID)
	}
	if len(ids) > 0 {
		return ids, len(same) == 1 && rank(ref, same[0]) >= sameFileName
	}
	var names []string
	for _, f := range files {
		for i := range f.Elements {
			names = append(names, f.Elements[i].Name)
		}
	}
	for _, name := range coderef2.Similar(ref.Element, names, minLikeness) {
		ids = append(ids, named(files, name)[0].ID)
	}
	if len(ids) == 0 && len(p.names) <= maxCompared {
		for _, name := range p.alike(ref.Element) {
			ids = append(ids, p.byName[name][0].ID)
		}
	}
	ids = slices.Compact(ids)
	return ids[:min(len(ids), maxSuggestions)], false
}

// alike returns the names of the project that are similar to a name. Results are
// cached, and at most maxLookups names are compared with all others, since documents
// may contain many example references.
func (p *Project) alike(name string) []string {
	found, known := p.likes[name]
	if !known && len(p.likes) < maxLookups {
		found = coderef2.Similar(name, p.names, minLikeness)
		p.likes[name] = found
	}
	return found
}

const sameFileName = 2

// rank prefers elements of the same type and in files of the same base name.
func rank(ref *coderef2.Ref, e *facts.Element) (n int) {
	if withoutExtension(path.Base(e.File)) == withoutExtension(path.Base(ref.Path)) {
		n += sameFileName
	}
	if coderef2.Designator(e.Type) == ref.Type {
		n++
	}
	return n
}
