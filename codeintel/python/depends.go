package python

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// modulesOf returns the modules of the project that a file's imports lead to, and
// the names of those that they do not.
func (l *layout) modulesOf(file string, imports []importRef) (modules []string) {
	add := func(m string) {
		if m != "" && !slices.Contains(modules, m) {
			modules = append(modules, m)
		}
	}
	for _, i := range imports {
		at := l.find(file, i.level, i.module)
		switch {
		case at.file != "":
			add(at.file)
		case at.dir == "":
			add(i.module[strings.LastIndexByte(i.module, '.')+1:])
		}
		for _, f := range l.reached(file, i) {
			add(f)
		}
	}
	return modules
}

// importRef is an import as it is kept of each file.
type importRef struct {
	level        int
	module, name string
}

// reached returns the files that an import may make a file depend on.
func (l *layout) reached(file string, i importRef) []string {
	var out []string
	add := func(at location) {
		if at.file != "" && !slices.Contains(out, at.file) {
			out = append(out, at.file)
		}
	}
	at := l.find(file, i.level, i.module)
	add(at)
	dir := at.dir
	if at.file != "" && isPackage(at.file) {
		dir = path.Dir(at.file)
	}
	if dir != "" && i.name != "" && i.name != "*" {
		if below, ok := l.at(path.Join(dir, i.name)); ok {
			add(below)
		}
	}
	if i.level == 0 {
		for name := i.module; strings.Contains(name, "."); {
			name = name[:strings.LastIndexByte(name, '.')]
			add(l.find(file, 0, name))
		}
	}
	return out
}

// dependsOf returns the files that a file's imports lead to, sorted.
func (l *layout) dependsOf(path string, imports []importRef) []string {
	var out []string
	if stub := stubOf(path); stub != path && l.files[stub] {
		out = append(out, stub)
	}
	for _, i := range imports {
		out = append(out, l.reached(path, i)...)
		at := l.find(path, i.level, i.module)
		out = append(out, ">"+at.file+at.dir+"|"+at.external) // where it leads, if that changes
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// connect replaces what a file depends on.
func (a *analyzer) connect(path string, old, now *file) {
	if old != nil && now != nil && slices.Equal(old.depends, now.depends) {
		return
	}
	if old != nil {
		for _, d := range old.depends {
			a.importers[d] = slices.DeleteFunc(a.importers[d], func(p string) bool { return p == path })
		}
	}
	if now != nil {
		for _, d := range now.depends {
			a.importers[d] = append(a.importers[d], path)
		}
	}
}

// dependent returns files with all that depend on them, directly or not.
func (a *analyzer) dependent(on map[string]bool) map[string]bool {
	list := slices.Collect(maps.Keys(on))
	for i := 0; i < len(list); i++ {
		for _, p := range a.importers[list[i]] {
			if !on[p] {
				on[p] = true
				list = append(list, p)
			}
		}
	}
	return on
}
