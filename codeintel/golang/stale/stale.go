package stale

import (
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/golang/load"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
)

// invalidation collects the effects of an edit.
type invalidation struct {
	*load.Loader
	packages map[string]bool // folders whose packages changed in a way that affects importers
	tests    map[string]bool // folders whose tests changed in a way that affects other tests
	// functions are the hashes of the names of changed functions, by folder, if nothing else
	// changed.
	functions      map[string]map[uint32]bool
	importsChanged bool            // the imports of a file changed
	types          map[string]bool // folders in which types or method signatures changed
	replaced       []*project.File // earlier versions of the files with these changes
	stale          map[string]bool
}

// Apply updates the project with changed and removed files, and returns the files whose facts
// are out of date: all of them if all is set.
func Apply(a *load.Loader, changed []*project.File, removed []string, all bool) []string {
	e := &invalidation{
		Loader: a, packages: map[string]bool{}, tests: map[string]bool{}, functions: map[string]map[uint32]bool{},
		types: map[string]bool{}, stale: map[string]bool{},
	}
	for _, n := range changed {
		e.replace(a.Files[n.Path], n)
	}
	for _, path := range removed {
		e.replace(a.Files[path], nil)
	}
	if e.importsChanged || len(e.packages)+len(e.tests) > 0 || all {
		a.UpdateImports()
	}
	if all {
		for path := range a.Files {
			e.stale[path] = true
		}
		return slices.Sorted(maps.Keys(e.stale))
	}
	e.addUsers()
	e.addImporters()
	e.addImplementers()
	return slices.Sorted(maps.Keys(e.stale))
}

// replace replaces the version old of a file by the version now; either may be nil. It keeps
// the skeleton of old if no other file can distinguish the two versions.
func (e *invalidation) replace(old, now *project.File) {
	if now != nil {
		e.stale[now.Path] = true
		e.importsChanged = e.importsChanged || old == nil || !slices.Equal(old.Imports, now.Imports)
		if old != nil && !old.Broken && !now.Broken && old.Shape.Equal(&now.Shape) {
			if old.Skeleton != nil {
				e.Discard(now)
				now.Skeleton = old.Skeleton
			} else {
				e.Register(now)
			}
			e.Replace(old, now)
			return
		}
		e.Register(now)
	}
	if old != nil && now != nil && !now.IsTest && !old.Broken && !now.Broken && old.Shape.Rest == now.Shape.Rest {
		e.Discard(old)
		e.Replace(old, now)
		if e.functions[now.Dir] == nil {
			e.functions[now.Dir] = map[uint32]bool{}
		}
		maps.Copy(e.functions[now.Dir], old.Shape.ChangedFunctions(&now.Shape))
		return
	}
	e.Discard(old)
	for _, f := range []*project.File{old, now} {
		switch {
		case f == nil:
		case f.IsTest:
			e.tests[f.Dir] = true
		default:
			e.packages[f.Dir] = true
		}
	}
	e.Replace(old, now)
	if typesHash(old) != typesHash(now) {
		for _, f := range []*project.File{old, now} {
			if f != nil {
				e.types[f.Dir] = true
			}
		}
		if old != nil {
			e.replaced = append(e.replaced, old)
		}
	}
}

func typesHash(f *project.File) uint64 {
	if f == nil || f.Broken {
		return 0
	}
	return f.Shape.Types
}

// addUsers adds the files that mention changed functions, in their package and its importers.
// A mention outside bodies may change the type of a variable; then the whole package counts as
// changed.
func (e *invalidation) addUsers() {
	for dir, names := range e.functions {
		for path, f := range e.Files {
			if f.Dir != dir && !slices.Contains(e.Targets[f], dir) || !intersect(f.Shape.Names, names) {
				continue
			}
			e.stale[path] = true
			if intersect(f.Shape.Outside, names) {
				if f.IsTest {
					e.tests[f.Dir] = true
				} else {
					e.packages[f.Dir] = true
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

// addImporters adds the files of changed packages and of their importers.
func (e *invalidation) addImporters() {
	affected := e.Closure(slices.Collect(maps.Keys(e.packages)))
	for path, f := range e.Files {
		switch {
		case affected[f.Dir], f.IsTest && e.tests[f.Dir]:
			e.stale[path] = true
		case f.IsTest && slices.ContainsFunc(e.Targets[f], func(dir string) bool { return affected[dir] }):
			e.stale[path] = true
		}
	}
	for dir := range e.Closure(slices.Collect(maps.Keys(e.functions))) {
		affected[dir] = true // their importers must refer to the newly loaded types
	}
	e.DropPackages(func(key load.Key) bool {
		return !key.Outside && (affected[key.Dir] || key.External && e.tests[key.Dir] ||
			key.View.Tests != "" && (e.tests[key.View.Tests] || affected[key.View.Tests]))
	})
}

// addImplementers adds the files whose methods may implement other interfaces than before. A
// type may implement an interface of any other file without naming it.
func (e *invalidation) addImplementers() {
	if len(e.types) == 0 {
		return
	}
	affected := e.Closure(slices.Collect(maps.Keys(e.types)))
	names, types := map[string]bool{}, map[string]bool{}
	collect := func(f *project.File) {
		for _, i := range f.Interfaces {
			for _, m := range i.Methods {
				names[m.Name] = true
			}
		}
		for _, d := range f.Derived {
			for _, of := range d.Bases {
				types[of] = true
			}
		}
	}
	for _, f := range e.replaced {
		collect(f)
	}
	isAffected := func(dir string) bool { return affected[dir] }
	for _, f := range e.Files {
		if affected[f.Dir] || f.IsTest && slices.ContainsFunc(e.Targets[f], isAffected) {
			collect(f)
		}
	}
	for n := -1; n != len(types); { // embedded types may embed others
		n = len(types)
		for _, f := range e.Files {
			for _, d := range f.Derived {
				if types[d.Name] {
					for _, of := range d.Bases {
						types[of] = true
					}
				}
			}
		}
	}
	for _, f := range e.Files {
		for _, i := range f.Interfaces {
			if types[i.Name] {
				for _, m := range i.Methods {
					names[m.Name] = true
				}
			}
		}
	}
	for path, f := range e.Files {
		if slices.ContainsFunc(f.Methods, func(m project.MethodDecl) bool {
			return names[m.Name] || types[m.Receiver]
		}) {
			e.stale[path] = true
		}
	}
}
