package workspace

import (
	"path"
	"strings"
)

// Output is a folder of built files and the folder of the sources that a compiler
// configuration builds them from. Both are relative to the project.
type Output struct{ Built, Sources string }

// sources are the source files of a project, by their names without extensions.
type sources struct {
	known   func(rel string) bool
	byStem  map[string][]string // by path without extension, the extensions
	folders map[string]bool     // folders with sources, directly or not
	direct  map[string]bool     // folders with sources directly in them
}

func newSources(files []string, known func(rel string) bool) *sources {
	s := &sources{
		known: known, byStem: make(map[string][]string, len(files)),
		folders: map[string]bool{}, direct: map[string]bool{},
	}
	for _, f := range files {
		stem, extension := cutExtension(f)
		s.byStem[stem] = append(s.byStem[stem], extension)
		if !strings.HasSuffix(stem, ".config") {
			s.direct[path.Dir(f)] = true
		}
		for dir := path.Dir(f); !s.folders[dir]; dir = path.Dir(dir) {
			s.folders[dir] = true
		}
	}
	return s
}

// cutExtension splits a path before its extension, which is empty if it is not that of a
// source or declaration file.
func cutExtension(file string) (stem, extension string) {
	for _, e := range []string{
		".d.ts", ".d.mts", ".d.cts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs",
	} {
		if stem, ok := strings.CutSuffix(file, e); ok {
			return stem, e
		}
	}
	return file, ""
}

// isTypeScript reports whether an extension is that of a TypeScript source.
func isTypeScript(extension string) bool {
	switch extension {
	case ".ts", ".tsx", ".mts", ".cts":
		return true
	}
	return false
}

// find returns the source with a path without extension, relative to a package. TypeScript
// has precedence over JavaScript. The result is empty without a source, or with several.
func (s *sources) find(stem string) string {
	var typed, plain []string
	for _, e := range s.byStem[stem] {
		switch {
		case isTypeScript(e):
			typed = append(typed, stem+e)
		case !strings.HasPrefix(e, ".d."):
			plain = append(plain, stem+e)
		}
	}
	if len(typed) == 0 {
		typed = plain
	}
	if len(typed) == 1 {
		return typed[0]
	}
	return ""
}

// entry is a file that a package.json names.
type entry struct {
	target   string // relative to the package, clean
	key      string // subpath of exports, "." for the whole package, "" for others
	declared string // a source that the package.json names for other conditions, or ""
}

// source returns the source from which the file of an entry is built, relative to the
// package in the folder dir. ok is false if the file is a source, or no source is certain:
// a source named by the same package.json, then the path that the outputs of the compiler
// configurations determine, then the same path without leading folders, in the folder src or
// in the package, and for an entry point, the source that has the name of the entry point.
func (s *sources) source(dir string, e entry, outputs []Output) (rel string, ok bool) {
	stem, extension := cutExtension(e.target)
	if s.known(path.Join(dir, e.target)) || isTypeScript(extension) {
		return "", false
	}
	if e.declared != "" {
		return e.declared, true
	}
	within := func(stem string) (rel string, ok bool) {
		rel, ok = strings.CutPrefix(s.find(stem), prefixOf(dir))
		return rel, ok && rel != ""
	}
	if s.byStem[path.Join(dir, stem)] != nil {
		return within(path.Join(dir, stem))
	}
	if s.folders[path.Dir(path.Join(dir, stem))] && strings.Contains(stem, "/") {
		return "", false // a file is missing between sources
	}
	for _, o := range outputs {
		if rest, below := strings.CutPrefix(path.Join(dir, stem), prefixOf(o.Built)); below {
			if found := path.Join(o.Sources, rest); s.byStem[found] != nil {
				return within(found)
			}
		}
	}
	for rest, more := stem, true; more; {
		for _, found := range []string{path.Join(dir, "src", rest), path.Join(dir, rest)} {
			if s.byStem[found] != nil {
				return within(found)
			}
		}
		_, rest, more = strings.Cut(rest, "/")
	}
	for _, found := range entryPoints(dir, e.key) {
		if s.byStem[found] != nil {
			return within(found)
		}
	}
	return "", false
}

// entryPoints returns the paths, without extension, of the sources that have the name of an
// entry point.
func entryPoints(dir, key string) []string {
	switch name, subpath := strings.CutPrefix(key, "./"); {
	case key == ".":
		return []string{path.Join(dir, "src/index"), path.Join(dir, "index")}
	case subpath:
		name, _ = cutExtension(name)
		return []string{
			path.Join(dir, "src", name), path.Join(dir, "src", name, "index"),
			path.Join(dir, name), path.Join(dir, name, "index"),
		}
	}
	return nil
}

// folder returns the folder of the sources from which the files of a folder are built, both
// relative to the package in dir. ok is false if the folder contains sources, or no other is
// certain.
func (s *sources) folder(dir, built string, outputs []Output) (rel string, ok bool) {
	abs := path.Join(dir, built)
	if s.folders[abs] {
		return "", false
	}
	for _, o := range outputs {
		if rest, below := strings.CutPrefix(abs+"/", prefixOf(o.Built)); below {
			rel, inside := strings.CutPrefix(path.Join(o.Sources, rest)+"/", prefixOf(dir))
			return strings.TrimSuffix(rel, "/"), inside && s.folders[path.Join(dir, rel)]
		}
	}
	for rest, more := built, true; more; {
		_, rest, more = strings.Cut(rest, "/")
		if found := path.Join("src", rest); s.folders[path.Join(dir, found)] {
			return found, true
		}
		if rest != "" && s.folders[path.Join(dir, rest)] || rest == "" && s.direct[dir] {
			return rest, true
		}
	}
	return "", false
}

// prefixOf returns the beginning of the paths below a folder of the project.
func prefixOf(dir string) string {
	if dir == "." {
		return ""
	}
	return dir + "/"
}
