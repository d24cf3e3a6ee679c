package layout

import (
	"path"
	"slices"
	"strings"
)

// Import is the module and name of an import.
type Import struct {
	Level        int
	Module, Name string
}

// ModuleNames returns the files of the project that the imports of a file resolve to, the last
// names of the modules that are not files of it, and the names imported from a module that is
// unknown or a folder, which may be modules as well.
func (l *Layout) ModuleNames(file string, imports []Import) (modules []string) {
	add := func(m string) {
		if m != "" && !slices.Contains(modules, m) {
			modules = append(modules, m)
		}
	}
	for _, i := range imports {
		at := l.Resolve(file, i.Level, i.Module)
		switch {
		case at.File != "":
			add(at.File)
		default:
			add(i.Module[strings.LastIndexByte(i.Module, '.')+1:])
			if at.External == "" && i.Name != "*" {
				add(i.Name)
			}
		}
		for _, f := range l.reached(file, i) {
			add(f)
		}
	}
	return modules
}

// reached returns the files on which an import may make a file depend.
func (l *Layout) reached(file string, i Import) []string {
	var out []string
	add := func(at Location) {
		if at.File != "" && !slices.Contains(out, at.File) {
			out = append(out, at.File)
		}
	}
	at := l.Resolve(file, i.Level, i.Module)
	add(at)
	dir := at.Dir
	if at.File != "" && IsPackage(at.File) {
		dir = path.Dir(at.File)
	}
	if dir != "" && i.Name != "" && i.Name != "*" {
		if below, ok := l.AtPath(path.Join(dir, i.Name)); ok {
			add(below)
		}
	}
	if i.Level == 0 {
		for name := i.Module; strings.Contains(name, "."); {
			name = name[:strings.LastIndexByte(name, '.')]
			add(l.Resolve(file, 0, name))
		}
	}
	return out
}

// Dependencies returns the files that the imports of a file resolve to, sorted. It includes an
// entry for each resolution, so that the list changes if one changes.
func (l *Layout) Dependencies(path string, imports []Import) []string {
	var out []string
	if stub := StubOf(path); stub != path && l.Files[stub] {
		out = append(out, stub)
	}
	for _, i := range imports {
		out = append(out, l.reached(path, i)...)
		at := l.Resolve(path, i.Level, i.Module)
		out = append(out, ">"+at.File+at.Dir+"|"+at.External) // the resolution itself
	}
	slices.Sort(out)
	return slices.Compact(out)
}
