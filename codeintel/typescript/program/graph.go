package program

import (
	"maps"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Graph is how the files of a program depend on each other, by absolute paths. It
// outlives the program.
type Graph struct {
	Users   map[string][]string // of each file, those that refer to it
	Globals []string            // files that are seen without being referred to, sorted
	shared  bool                // users is another web's
}

func newGraph(program *tsgo.Program) *Graph {
	w := &Graph{Users: map[string][]string{}}
	for _, f := range program.SourceFiles() {
		name := f.FileName()
		if w.Users[name] == nil {
			w.Users[name] = []string{} // it is known
		}
		if tsgo.IsGlobal(f) && !program.IsLibrary(f) {
			w.Globals = append(w.Globals, name)
		}
		program.Needs(f, func(path string) { w.Users[path] = append(w.Users[path], name) })
	}
	slices.Sort(w.Globals)
	return w
}

// Fork returns a web to be rewired.
func (w *Graph) Fork() *Graph { return &Graph{Users: w.Users, Globals: w.Globals, shared: true} }

// Replace makes a file need other files than before.
func (w *Graph) Replace(file string, before, now []string) {
	if w.shared {
		w.Users, w.shared = maps.Clone(w.Users), false
	}
	for _, path := range before {
		users := slices.Clone(w.Users[path])
		if i := slices.Index(users, file); i >= 0 {
			users = slices.Delete(users, i, i+1)
		}
		w.Users[path] = users
	}
	for _, path := range now {
		w.Users[path] = append(slices.Clip(w.Users[path]), file)
	}
}
