package heritage

import (
	"maps"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/golang/project"
)

// candidate is a type, with the interfaces that share a method name with it.
type candidate struct {
	typeRef
	interfaces []typeRef
}

// candidates returns the types that may have methods from a file.
func (h *Relations) candidates(f *project.File) []candidate {
	byReceiver := map[string]map[typeRef]bool{}
	for _, m := range f.Methods {
		if byReceiver[m.Receiver] == nil {
			byReceiver[m.Receiver] = map[typeRef]bool{}
		}
		for _, i := range h.interfacesWith(m.Name) {
			byReceiver[m.Receiver][i] = true
		}
	}
	var out []candidate
	if h.WithTypes {
		out = h.ownTypes(f)
	}
	for receiver, interfaces := range byReceiver {
		list := slices.Collect(maps.Keys(interfaces))
		if len(list) == 0 {
			continue
		}
		for _, t := range h.withDerived(typeRef{file: f, name: receiver}) {
			out = append(out, candidate{t, list})
		}
	}
	return out
}

// ownTypes returns the types that a file declares, with the interfaces that they may
// implement.
func (h *Relations) ownTypes(f *project.File) []candidate {
	var out []candidate
	for _, name := range f.Types {
		c := candidate{typeRef: typeRef{file: f, name: name}}
		methods, _ := h.methodNames(f.Dir, name)
		for m := range methods {
			c.interfaces = append(c.interfaces, h.interfacesWith(m)...)
		}
		out = append(out, c)
	}
	return out
}

// interfacesWith returns the interfaces that may have a method with a name, declared or
// embedded.
func (h *Relations) interfacesWith(method string) []typeRef {
	if known, ok := h.interfaceCache[method]; ok {
		return known
	}
	var out []typeRef
	for _, i := range h.interfaces[method] {
		for _, t := range h.withDerived(i) {
			if t.iface != nil && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	h.interfaceCache[method] = out
	return out
}

// withDerived returns a type and the types that may derive methods from it.
func (h *Relations) withDerived(t typeRef) []typeRef {
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

// methodNames returns the names of the methods that a type may have. open reports that the type
// derives from types outside the folder, whose methods are not included.
func (h *Relations) methodNames(dir, name string) (names map[string]bool, open bool) {
	whole := h.info(dir, name)
	if whole.allMethods != nil {
		return whole.allMethods, whole.incomplete
	}
	names, open = map[string]bool{}, false
	seen := map[string]bool{name: true}
	for queue := []string{name}; len(queue) > 0; queue = queue[1:] {
		info := h.info(dir, queue[0])
		open = open || info.incomplete || !info.declared
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
	whole.allMethods, whole.incomplete = names, open
	return names, open
}
