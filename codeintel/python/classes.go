package python

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// linear is the order in which a class and those it inherits from are looked through.
type linear struct {
	classes []value  // aClass, with type arguments
	outside []string // classes from elsewhere it inherits from
	unknown bool     // so does it from what is not known
}

// mro returns the order by C3; where the bases contradict each other, the order in
// which they are written.
func (ev *evaluator) mro(c *class) linear {
	if l, ok := ev.mros[c]; ok {
		return l
	}
	ev.mros[c] = linear{classes: []value{{kind: aClass, cls: c}}, unknown: true} // for one that inherits from itself
	l := linear{}
	var sequences [][]value
	var direct []value
	for _, e := range c.node.Bases {
		found := false
		for _, b := range ev.eval(c.baseScope(), e) {
			switch {
			case b.kind == aClass && b.cls != c:
				b.guess, b.own = false, false
				direct = append(direct, b)
				of := ev.mro(b.cls)
				list := slices.Clone(of.classes)
				list[0] = b
				sequences = append(sequences, list)
				l.outside, l.unknown, found = append(l.outside, of.outside...), l.unknown || of.unknown, true
			case b.kind == anExternal:
				l.outside, found = append(l.outside, b.text), true
			case b.kind == aBuiltinClass:
				found = true
			}
		}
		l.unknown = l.unknown || !found
	}
	l.classes = append([]value{{kind: aClass, cls: c}}, merge(append(sequences, direct))...)
	ev.mros[c] = l
	return l
}

// baseScope is where the bases of a class are evaluated.
func (c *class) baseScope() *scope {
	if len(c.node.TypeParams) > 0 {
		return c.scope
	}
	return c.outer
}

// merge is the merge of C3.
func merge(sequences [][]value) []value {
	var out []value
	for {
		var rest [][]value
		for _, s := range sequences {
			if len(s) > 0 {
				rest = append(rest, s)
			}
		}
		if len(rest) == 0 {
			return out
		}
		next := rest[0][0]
		for _, s := range rest {
			if !slices.ContainsFunc(rest, func(other []value) bool { return inTail(other, s[0].cls) }) {
				next = s[0]
				break
			}
		}
		out = append(out, next)
		for i, s := range rest {
			sequences[i] = slices.DeleteFunc(slices.Clone(s), func(v value) bool { return v.cls == next.cls })
		}
		sequences = sequences[:len(rest)]
	}
}

func inTail(s []value, c *class) bool {
	return slices.ContainsFunc(s[1:], func(v value) bool { return v.cls == c })
}

// inherits reports a class that is another or inherits from it.
func (ev *evaluator) inherits(c, from *class) bool {
	return slices.ContainsFunc(ev.mro(c).classes, func(v value) bool { return v.cls == from })
}

func (c *class) isEnum() bool {
	return c.decl >= 0 && c.module.outline.decls[c.decl].Type == facts.Enum
}

func (ev *evaluator) isMetaclass(c *class) bool {
	return slices.ContainsFunc(ev.mro(c).classes, func(v value) bool {
		return slices.ContainsFunc(v.cls.node.Bases, func(e syntax.Expr) bool { return syntax.LastName(e) == "type" })
	})
}

// member finds a member of a class, or where instance is set of an instance of it,
// and the class that has it. Members from elsewhere are known by name.
func (ev *evaluator) member(c *class, name string, instance bool, skip int) (values []value, in *class, found bool) {
	l := ev.mro(c)
	for _, v := range l.classes[min(skip, len(l.classes)):] {
		of := v.cls
		bindings := of.scope.final(name)
		var assigned []*binding
		if instance {
			assigned = of.attributes[name]
		}
		if len(bindings)+len(assigned) == 0 {
			continue
		}
		var out []value
		for _, b := range bindings {
			out = join(out, ev.bound(b)...)
		}
		if !declares(bindings) {
			for _, b := range assigned {
				out = join(out, ev.bound(b)...)
			}
		}
		return out, of, true
	}
	for _, text := range l.outside {
		values = join(values, value{kind: anExternal, text: text + "." + name})
	}
	return values, nil, len(values) > 0
}

// declares reports an annotation, or a function: what is assigned elsewhere does
// not change that.
func declares(bindings []*binding) bool {
	return slices.ContainsFunc(bindings, func(b *binding) bool { return b.annotation != nil || b.kind == boundDef })
}

// memberBindings returns the bindings of a member of a value: of a module, a class
// or an instance.
func (ev *evaluator) memberBindings(v value, name string) []*binding {
	switch v.kind {
	case aModule:
		if v.mod != nil {
			return ev.lookup(v.mod.scope, name, anytime, nil)
		}
	case anInstance, aClass, aSuper:
		skip := 0
		if v.kind == aSuper {
			skip = 1
		}
		classes := ev.mro(v.cls).classes
		for _, c := range classes[min(skip, len(classes)):] {
			if found := c.cls.scope.final(name); len(found) > 0 {
				return found
			}
			if v.kind != aClass && len(c.cls.attributes[name]) > 0 {
				return nil
			}
		}
	}
	return nil
}
