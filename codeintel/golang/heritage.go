package golang

import (
	"cmp"
	"context"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// heritage finds out which methods of the files that are asked for implement which
// methods of the project's interfaces. A type implements an interface without
// naming it, and may do so by a method of what it embeds: the syntax tells which
// pairs of a type and an interface are worth a look, the type checker decides.
type heritage struct {
	*loader
	interfaces map[string][]typeRef // by the name of a method
	derived    map[string][]typeRef // by the name of what they derive from
	local      map[localType]*localInfo
	pairs      []typePair
	links      map[string][]facts.Heritage // by file
	types      bool                        // whole types are asked for, too
	implements map[string][]facts.Reference
	known      map[string][]typeRef // what having said
}

// typeRef is a named type of a file.
type typeRef struct {
	file  *file
	name  string
	iface *interfaceDecl // nil if it is none
}

// localType is a type by the folder and the name of it.
type localType struct{ dir, name string }

// localInfo is what the syntax tells of the types of one folder and name.
type localInfo struct {
	declared bool
	methods  []string
	bases    []string
	open     bool            // derives from types of other packages, which have what methods they have
	all      map[string]bool // what methodNames said
}

// typePair is a type that may implement an interface, and the world they meet in.
type typePair struct {
	concrete, iface       typeRef
	concreteKey, ifaceKey pkgKey
}

func newHeritage(a *loader, asked []*file, depth facts.Depth) *heritage {
	h := &heritage{
		loader: a, types: depth == facts.AllReferences, implements: map[string][]facts.Reference{}, interfaces: map[string][]typeRef{}, derived: map[string][]typeRef{},
		local: map[localType]*localInfo{}, links: map[string][]facts.Heritage{}, known: map[string][]typeRef{},
	}
	h.survey()
	type pairKey struct{ concrete, concreteName, iface, ifaceName string }
	seen := map[pairKey]bool{}
	for _, f := range asked {
		for _, c := range h.candidates(f) {
			for _, i := range c.interfaces {
				key := pairKey{c.file.path, c.name, i.file.path, i.name}
				if !seen[key] {
					seen[key] = true
					h.consider(c.typeRef, i)
				}
			}
		}
	}
	return h
}

// candidate is a type with the interfaces that it shares the name of a method with.
type candidate struct {
	typeRef
	interfaces []typeRef
}

// candidates returns the types that may have methods of a file.
func (h *heritage) candidates(f *file) []candidate {
	byReceiver := map[string]map[typeRef]bool{}
	for _, m := range f.methods {
		if byReceiver[m.receiver] == nil {
			byReceiver[m.receiver] = map[typeRef]bool{}
		}
		for _, i := range h.having(m.name) {
			byReceiver[m.receiver][i] = true
		}
	}
	var out []candidate
	if h.types {
		out = h.ownTypes(f)
	}
	for receiver, interfaces := range byReceiver {
		list := slices.Collect(maps.Keys(interfaces))
		if len(list) == 0 {
			continue
		}
		for _, t := range h.carriers(typeRef{file: f, name: receiver}) {
			out = append(out, candidate{t, list})
		}
	}
	return out
}

// ownTypes returns the types that a file declares, with the interfaces they may
// implement by methods of theirs wherever those are declared.
func (h *heritage) ownTypes(f *file) []candidate {
	var out []candidate
	for _, name := range f.types {
		c := candidate{typeRef: typeRef{file: f, name: name}}
		methods, _ := h.methodNames(f.dir, name)
		for m := range methods {
			c.interfaces = append(c.interfaces, h.having(m)...)
		}
		out = append(out, c)
	}
	return out
}

// survey lists what the files declare, by name.
func (h *heritage) survey() {
	for _, f := range h.files {
		if f.alone || f.broken {
			continue
		}
		ifaces := map[string]*interfaceDecl{}
		for n := range f.interfaces {
			i := &f.interfaces[n]
			ifaces[i.name] = i
			info := h.info(f.dir, i.name)
			for _, m := range i.methods {
				h.interfaces[m.name] = append(h.interfaces[m.name], typeRef{f, i.name, i})
				info.methods = append(info.methods, m.name)
			}
		}
		for _, name := range f.types {
			h.info(f.dir, name).declared = true
		}
		for _, d := range f.derived {
			for _, of := range d.of {
				h.derived[of] = append(h.derived[of], typeRef{f, d.name, ifaces[d.name]})
			}
			info := h.info(f.dir, d.name)
			info.bases, info.open = append(info.bases, d.of...), info.open || d.qualified
		}
		for _, m := range f.methods {
			info := h.info(f.dir, m.receiver)
			info.methods = append(info.methods, m.name)
		}
	}
}

func (h *heritage) info(dir, name string) *localInfo {
	key := localType{dir, name}
	if h.local[key] == nil {
		h.local[key] = &localInfo{}
	}
	return h.local[key]
}

// having returns the interfaces that may have a method of a name: those that declare
// one, and those that embed them.
func (h *heritage) having(method string) []typeRef {
	if known, ok := h.known[method]; ok {
		return known
	}
	var out []typeRef
	for _, i := range h.interfaces[method] {
		for _, t := range h.carriers(i) {
			if t.iface != nil && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	h.known[method] = out
	return out
}

// carriers returns a type and those that may have its methods by deriving from it.
func (h *heritage) carriers(t typeRef) []typeRef {
	out, names := []typeRef{t}, map[string]bool{t.name: true}
	for queue := []string{t.name}; len(queue) > 0; queue = queue[1:] {
		for _, d := range h.derived[queue[0]] {
			out = append(out, d)
			if !names[d.name] {
				names[d.name] = true
				queue = append(queue, d.name)
			}
		}
	}
	return out
}

// consider notes a pair unless names alone rule it out.
func (h *heritage) consider(c, i typeRef) {
	names, open := h.methodNames(c.file.dir, c.name)
	if !open && slices.ContainsFunc(i.iface.methods, func(m methodDecl) bool { return !names[m.name] }) {
		return
	}
	w, ok := h.meet(c.file, i.file)
	if ok {
		h.pairs = append(h.pairs, typePair{c, i, h.keyIn(c.file, w), h.keyIn(i.file, w)})
	}
}

// methodNames returns the names of the methods that a type of a folder may have;
// open tells that it derives from types elsewhere, which may have more.
func (h *heritage) methodNames(dir, name string) (names map[string]bool, open bool) {
	whole := h.info(dir, name)
	if whole.all != nil {
		return whole.all, whole.open
	}
	names, open = map[string]bool{}, false
	seen := map[string]bool{name: true}
	for queue := []string{name}; len(queue) > 0; queue = queue[1:] {
		info := h.info(dir, queue[0])
		open = open || info.open || !info.declared
		for _, m := range info.methods {
			names[m] = true
		}
		for _, base := range info.bases {
			if !seen[base] {
				seen[base] = true
				queue = append(queue, base)
			}
		}
	}
	whole.all, whole.open = names, open
	return names, open
}

// meet returns the world in which types of two files can meet: the one that sees
// the tests that either is part of.
func (h *heritage) meet(a, b *file) (world, bool) {
	w := world{platform: a.platform}
	switch {
	case a.platform == h.host:
		w.platform = b.platform
	case b.platform != h.host && b.platform != a.platform:
		return w, false
	}
	switch {
	case a.test && b.test && a.dir != b.dir:
		return w, false
	case a.test:
		w.tests = a.dir
	case b.test:
		w.tests = b.dir
	}
	if d := h.folders[w.tests]; d != nil && !d.hasTests(d.packageName(w.platform), w.platform) {
		w.tests = ""
	}
	return w, true
}

// keyIn returns the package that a file's types are seen in.
func (h *heritage) keyIn(f *file, w world) pkgKey {
	if h.unitOf(f).external {
		return pkgKey{dir: f.dir, external: true, world: w}
	}
	return pkgKey{dir: f.dir, world: h.canonical(f.dir, w)}
}

// keys returns the packages that the pairs are about.
func (h *heritage) keys() []pkgKey {
	var keys []pkgKey
	for _, p := range h.pairs {
		keys = append(keys, p.concreteKey, p.ifaceKey)
	}
	return keys
}

// prepare asks the type checker about the pairs.
func (h *heritage) prepare(ctx context.Context) error {
	for n, p := range h.pairs {
		if n%100 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		h.judge(p)
	}
	return nil
}

func (h *heritage) judge(p typePair) {
	defer func() {
		_ = recover() // a panic of the type checker costs this pair
	}()
	concrete, iface := h.typeOf(p.concreteKey, p.concrete.name), h.typeOf(p.ifaceKey, p.iface.name)
	if concrete == nil || iface == nil || types.IsInterface(concrete) || !types.IsInterface(iface) || !implements(concrete, iface) {
		return
	}
	if h.types {
		h.implement(p, concrete)
	}
	declared := map[string]int{}
	for _, m := range p.iface.iface.methods {
		declared[m.name] = m.decl
	}
	for m := range iface.Underlying().(*types.Interface).Methods() {
		of := facts.Target{File: p.iface.file.path, Decl: p.iface.iface.decl}
		if decl, ok := declared[m.Name()]; ok {
			of.Decl = decl
		} else if h.treeAt(m.Origin().Pos()) == nil {
			continue // embedded from outside the project
		}
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(concrete), true, m.Pkg(), m.Name())
		if f, ok := obj.(*types.Func); ok && !types.IsInterface(f.Signature().Recv().Type()) {
			h.link(f.Origin().Pos(), of)
		}
	}
}

// implement notes that a type implements an interface, where the type is declared.
func (h *heritage) implement(p typePair, concrete types.Type) {
	named, ok := concrete.(*types.Named)
	if !ok {
		return
	}
	t := h.treeAt(named.Obj().Pos())
	if t == nil || t.path != p.concrete.file.path {
		return
	}
	if decl, ok := t.at[named.Obj().Pos()]; ok {
		r := facts.Reference{
			From: decl, To: facts.Target{File: p.iface.file.path, Decl: p.iface.iface.decl}, Kind: facts.Implements, Line: t.decls[decl].Line,
		}
		if !slices.Contains(h.implements[t.path], r) {
			h.implements[t.path] = append(h.implements[t.path], r)
		}
	}
}

// link notes that the method at a position stands in for another.
func (h *heritage) link(pos token.Pos, of facts.Target) {
	if t := h.treeAt(pos); t != nil {
		if decl, ok := t.at[pos]; ok {
			h.links[t.path] = append(h.links[t.path], facts.Heritage{Decl: decl, Of: of})
		}
	}
}

// typeOf returns a type of a package; nil if it has none of that name.
func (h *heritage) typeOf(key pkgKey, name string) types.Type {
	p := h.pkgs[key]
	if p == nil || p.types == nil {
		return nil
	}
	obj, ok := p.types.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	return types.Unalias(obj.Type())
}

// implements reports that a type, or a pointer to it, implements an interface. For
// generic ones it depends on the type arguments: the names of the methods and the
// numbers of their parameters and results decide.
func implements(concrete, iface types.Type) bool {
	i, ok := iface.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	if !isGeneric(concrete) && !isGeneric(iface) {
		return types.Implements(types.NewPointer(concrete), i) || types.Implements(concrete, i)
	}
	for want := range i.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(concrete), true, want.Pkg(), want.Name())
		have, ok := obj.(*types.Func)
		if !ok || have.Signature().Params().Len() != want.Signature().Params().Len() ||
			have.Signature().Results().Len() != want.Signature().Results().Len() {
			return false
		}
	}
	return true
}

func isGeneric(t types.Type) bool {
	named, ok := t.(*types.Named)
	return ok && named.TypeParams().Len() > 0
}

// of returns the heritage of a file's methods.
func (h *heritage) of(f *file) []facts.Heritage {
	links := h.links[f.path]
	slices.SortFunc(links, func(a, b facts.Heritage) int {
		return cmp.Or(a.Decl-b.Decl, cmp.Compare(a.Of.File, b.Of.File), a.Of.Decl-b.Of.Decl)
	})
	return slices.Compact(links)
}
