package names

import (
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// Resolver finds bindings across the modules of a project. It infers no values. It is not safe
// for concurrent use.
type Resolver struct {
	Layout  *layout.Layout
	open    func(path string) *symtable.Module // returns nil if the file cannot be read
	modules map[string]*symtable.Module
	Size    int // bytes of text in modules
}

// New returns a resolver for the modules that open returns. open returns nil for a file that it
// cannot read.
func New(l *layout.Layout, open func(string) *symtable.Module) *Resolver {
	return &Resolver{Layout: l, open: open, modules: map[string]*symtable.Module{}}
}

// Module returns the symbol table of a file, or nil. It returns the same one for the life of
// the resolver.
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
