package program

import (
	"maps"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Graph holds the dependencies between the files of a program, by absolute path. It
// remains valid after the program is released.
type Graph struct {
	Users   map[string][]string // by file, the files that need it
	Globals []string            // files with global declarations, sorted
	shared  bool                // Users belongs to another graph
}

// newGraph returns the graph of a program.
func newGraph(program *tsgo.Program) *Graph {
	g := &Graph{Users: map[string][]string{}}
	for _, f := range program.SourceFiles() {
		name := f.FileName()
		if g.Users[name] == nil {
			g.Users[name] = []string{} // marks the file as part of the program
		}
		if tsgo.IsGlobal(f) && !program.IsLibrary(f) {
			g.Globals = append(g.Globals, name)
		}
		program.Needs(f, func(path string) { g.Users[path] = append(g.Users[path], name) })
	}
	slices.Sort(g.Globals)
	return g
}

// Fork returns a copy that Replace can change. The copy shares memory with the original
// until then.
func (g *Graph) Fork() *Graph { return &Graph{Users: g.Users, Globals: g.Globals, shared: true} }

// Replace changes the files that one file needs.
func (g *Graph) Replace(file string, before, now []string) {
	if g.shared {
		g.Users, g.shared = maps.Clone(g.Users), false
	}
	for _, path := range before {
		users := slices.Clone(g.Users[path])
		if i := slices.Index(users, file); i >= 0 {
			users = slices.Delete(users, i, i+1)
		}
		g.Users[path] = users
	}
	for _, path := range now {
		g.Users[path] = append(slices.Clip(g.Users[path]), file)
	}
}
