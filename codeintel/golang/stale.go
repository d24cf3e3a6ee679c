package golang

import (
	"maps"
	"slices"
)

// apply takes over what was parsed and what is gone, and returns the files whose
// facts hold no more; with a new layout those are all.
func apply(a *loader, changed []*file, removed []string, all bool) []string {
	e := &edit{
		loader: a, packages: map[string]bool{}, tests: map[string]bool{}, functions: map[string]map[uint32]bool{},
		classes: map[string]bool{}, stale: map[string]bool{},
	}
	for _, n := range changed {
		e.replace(a.files[n.path], n)
	}
	for _, path := range removed {
		e.replace(a.files[path], nil)
	}
	if e.connections || len(e.packages)+len(e.tests) > 0 || all {
		a.connect()
	}
	if all {
		for path := range a.files {
			e.stale[path] = true
		}
		return slices.Sorted(maps.Keys(e.stale))
	}
	e.users()
	e.importers()
	e.implementers()
	return slices.Sorted(maps.Keys(e.stale))
}

// edit collects what changed.
type edit struct {
	*loader
	packages map[string]bool // folders whose packages look different from outside
	tests    map[string]bool // folders whose tests look different to each other
	// functions are the names of functions that changed, but nothing else, by folder.
	functions   map[string]map[uint32]bool
	connections bool            // a file imports others than before
	classes     map[string]bool // folders where types or signatures of methods changed
	old         []*file         // what was replaced there
	stale       map[string]bool
}

// replace puts the new version of a file in the place of the old; either may be
// nil. The skeleton is kept while it is the same but for places.
func (e *edit) replace(old, now *file) {
	if now != nil {
		e.stale[now.path] = true
		e.connections = e.connections || old == nil || !slices.Equal(old.imports, now.imports)
		if old != nil && !old.broken && !now.broken && old.shape.equal(&now.shape) {
			if old.skeleton != nil {
				e.discard(now)
				now.skeleton = old.skeleton
			} else {
				e.register(now)
			}
			e.put(old, now)
			return
		}
		e.register(now)
	}
	if old != nil && now != nil && !now.test && !old.broken && !now.broken && old.shape.rest == now.shape.rest {
		e.discard(old)
		e.put(old, now)
		if e.functions[now.dir] == nil {
			e.functions[now.dir] = map[uint32]bool{}
		}
		maps.Copy(e.functions[now.dir], old.shape.changedFunctions(&now.shape))
		return
	}
	e.discard(old)
	for _, f := range []*file{old, now} {
		switch {
		case f == nil:
		case f.test:
			e.tests[f.dir] = true
		default:
			e.packages[f.dir] = true
		}
	}
	e.put(old, now)
	if classesOf(old) != classesOf(now) {
		for _, f := range []*file{old, now} {
			if f != nil {
				e.classes[f.dir] = true
			}
		}
		if old != nil {
			e.old = append(e.old, old)
		}
	}
}

func classesOf(f *file) uint64 {
	if f == nil || f.broken {
		return 0
	}
	return f.shape.classes
}

// users marks the files that mention functions that changed, in their package and
// those that import it. Where they do so outside of bodies, to set a variable, the
// variable's type may be another: then more than functions changed in their package.
func (e *edit) users() {
	for dir, names := range e.functions {
		for path, f := range e.files {
			if f.dir != dir && !slices.Contains(e.targets[f], dir) || !intersect(f.shape.names, names) {
				continue
			}
			e.stale[path] = true
			if intersect(f.shape.outside, names) {
				if f.test {
					e.tests[f.dir] = true
				} else {
					e.packages[f.dir] = true
				}
			}
		}
	}
}

func intersect(a, b map[uint32]bool) bool {
	for name := range b {
		if a[name] {
			return true
		}
	}
	return false
}

// importers marks the files of changed packages and of all that import them.
func (e *edit) importers() {
	affected := e.closure(slices.Collect(maps.Keys(e.packages)))
	for path, f := range e.files {
		switch {
		case affected[f.dir], f.test && e.tests[f.dir]:
			e.stale[path] = true
		case f.test && slices.ContainsFunc(e.targets[f], func(dir string) bool { return affected[dir] }):
			e.stale[path] = true
		}
	}
	for dir := range e.closure(slices.Collect(maps.Keys(e.functions))) {
		affected[dir] = true // their types are others even if they look the same
	}
	e.dropPackages(func(key pkgKey) bool {
		return !key.outside && (affected[key.dir] || key.external && e.tests[key.dir] ||
			key.world.tests != "" && (e.tests[key.world.tests] || affected[key.world.tests]))
	})
}

// implementers marks the files whose methods may implement others than before: a
// type in one file may implement an interface of any other without naming it.
func (e *edit) implementers() {
	if len(e.classes) == 0 {
		return
	}
	affected := e.closure(slices.Collect(maps.Keys(e.classes)))
	names, types := map[string]bool{}, map[string]bool{}
	note := func(f *file) {
		for _, i := range f.interfaces {
			for _, m := range i.methods {
				names[m.name] = true
			}
		}
		for _, d := range f.derived {
			for _, of := range d.of {
				types[of] = true
			}
		}
	}
	for _, f := range e.old {
		note(f)
	}
	for _, f := range e.files {
		if affected[f.dir] || f.test && slices.ContainsFunc(e.targets[f], func(dir string) bool { return affected[dir] }) {
			note(f)
		}
	}
	for n := -1; n != len(types); { // what is embedded embeds others
		n = len(types)
		for _, f := range e.files {
			for _, d := range f.derived {
				if types[d.name] {
					for _, of := range d.of {
						types[of] = true
					}
				}
			}
		}
	}
	for _, f := range e.files {
		for _, i := range f.interfaces {
			if types[i.name] {
				for _, m := range i.methods {
					names[m.name] = true
				}
			}
		}
	}
	for path, f := range e.files {
		if slices.ContainsFunc(f.methods, func(m methodDecl) bool { return names[m.name] || types[m.receiver] }) {
			e.stale[path] = true
		}
	}
}
