package heritage

import (
	"cmp"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/load"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// New selects the pairs of types and interfaces for the methods of some files. Their packages
// must be loaded before [Relations.Check].
func New(a *load.Loader, files []*project.File, depth facts.Depth) *Relations {
	h := &Relations{
		Loader: a, WithTypes: depth == facts.AllReferences, references: map[string][]facts.Reference{},
		interfaces: map[string][]typeRef{}, derived: map[string][]typeRef{},
		local: map[localType]*localInfo{}, links: map[string][]facts.Heritage{}, interfaceCache: map[string][]typeRef{},
	}
	h.survey()
	type pairKey struct{ concrete, concreteName, iface, ifaceName string }
	seen := map[pairKey]bool{}
	for _, f := range files {
		for _, c := range h.candidates(f) {
			for _, i := range c.interfaces {
				key := pairKey{c.file.Path, c.name, i.file.Path, i.name}
				if !seen[key] {
					seen[key] = true
					h.addPair(c.typeRef, i)
				}
			}
		}
	}
	return h
}

// addPair adds a pair, unless the method names exclude it.
func (h *Relations) addPair(c, i typeRef) {
	names, open := h.methodNames(c.file.Dir, c.name)
	if !open && slices.ContainsFunc(i.iface.Methods, func(m project.MethodDecl) bool { return !names[m.Name] }) {
		return
	}
	w, ok := h.commonView(c.file, i.file)
	if ok {
		h.pairs = append(h.pairs, typePair{c, i, h.keyOfFile(c.file, w), h.keyOfFile(i.file, w)})
	}
}

// commonView returns a view in which the types of two files can occur together. It returns
// false if there is none.
func (h *Relations) commonView(a, b *project.File) (project.View, bool) {
	w := project.View{Platform: a.Platform}
	switch {
	case a.Platform == h.Host:
		w.Platform = b.Platform
	case b.Platform != h.Host && b.Platform != a.Platform:
		return w, false
	}
	switch {
	case a.IsTest && b.IsTest && a.Dir != b.Dir:
		return w, false
	case a.IsTest:
		w.Tests = a.Dir
	case b.IsTest:
		w.Tests = b.Dir
	}
	if d := h.Folders[w.Tests]; d != nil && !d.HasTests(d.PackageName(w.Platform), w.Platform) {
		w.Tests = ""
	}
	return w, true
}

// keyOfFile returns the package that contains the types of a file in a view.
func (h *Relations) keyOfFile(f *project.File, w project.View) load.Key {
	if h.UnitOf(f).External {
		return load.Key{Dir: f.Dir, External: true, View: w}
	}
	return load.Key{Dir: f.Dir, View: h.CanonicalView(f.Dir, w)}
}

// Keys returns the packages of the pairs.
func (h *Relations) Keys() []load.Key {
	var keys []load.Key
	for _, p := range h.pairs {
		keys = append(keys, p.concreteKey, p.ifaceKey)
	}
	return keys
}

// Of returns the methods that the methods of a file implement.
func (h *Relations) Of(f *project.File) []facts.Heritage {
	links := h.links[f.Path]
	slices.SortFunc(links, func(a, b facts.Heritage) int {
		return cmp.Or(a.Decl-b.Decl, cmp.Compare(a.Of.File, b.Of.File), a.Of.Decl-b.Of.Decl)
	})
	return slices.Compact(links)
}

// Implements returns the references from the types of a file to the interfaces that they
// implement.
func (h *Relations) Implements(f *project.File, t *syntax.Tree) []facts.Reference {
	out := h.references[f.Path]
	slices.SortFunc(out, func(a, b facts.Reference) int {
		return cmp.Or(a.From-b.From, cmp.Compare(a.To.File, b.To.File), a.To.Decl-b.To.Decl)
	})
	for name, decl := range t.DeclAt {
		for i := range out {
			if out[i].From == decl {
				out[i].Line, out[i].Column = t.Position(name)
			}
		}
	}
	return out
}
