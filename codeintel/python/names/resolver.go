package names

import (
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// Resolver finds the bindings of names in the modules of a project. It follows
// imports but infers nothing. It serves one goroutine.
type Resolver struct {
	Layout  *layout.Layout
	open    func(path string) *symtable.Module // nil for a file that cannot be read
	modules map[string]*symtable.Module
	Size    int // bytes of text in modules
}

// New returns a resolver for the modules that open returns; open returns nil for a file that it cannot read.
func New(l *layout.Layout, open func(string) *symtable.Module) *Resolver {
	return &Resolver{Layout: l, open: open, modules: map[string]*symtable.Module{}}
}

// Module returns a file's module, the same one for the life of the resolver.
func (r *Resolver) Module(path string) *symtable.Module {
	m, ok := r.modules[path]
	if !ok {
		if m = r.open(path); m != nil {
			r.Size += m.Size
		}
		r.modules[path] = m
	}
	return m
}
