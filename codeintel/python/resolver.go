package python

// resolver finds the bindings of names in the modules of a project. It follows
// imports but infers nothing. It serves one goroutine.
type resolver struct {
	layout  *layout
	open    func(path string) *module // nil for a file that cannot be read
	modules map[string]*module
	size    int // bytes of text in modules
}

func newResolver(l *layout, open func(string) *module) *resolver {
	return &resolver{layout: l, open: open, modules: map[string]*module{}}
}

// module returns a file's module, the same one for the life of the resolver.
func (r *resolver) module(path string) *module {
	m, ok := r.modules[path]
	if !ok {
		if m = r.open(path); m != nil {
			r.size += m.size
		}
		r.modules[path] = m
	}
	return m
}
