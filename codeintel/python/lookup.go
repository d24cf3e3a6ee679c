package python

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// anytime stands for a place from which all of a scope is seen as it is in the end.
const anytime token.Pos = -1

// lookup returns the bindings that a name may have at a place: of the innermost
// scope that binds it. The bodies of classes are seen from themselves only. path,
// if it is not nil, is given the import * statements that the name comes through.
func (ev *evaluator) lookup(s *scope, name string, p token.Pos, through *[]*binding) []*binding {
	if s.globals[name] {
		s, p = s.module.scope, anytime
	}
	for at := s; at != nil; at = at.parent {
		if at.kind == classScope && at != s {
			continue
		}
		var found []*binding
		if at == s && p != anytime {
			found = at.reaching(name, p)
		} else {
			found = at.final(name)
		}
		if at.kind == compScope && len(found) == 0 && at == s && at.parent != nil && at.parent.kind != classScope {
			s = at.parent // runs where it stands
		}
		if len(found) > 0 {
			return found
		}
		if len(at.stars) > 0 {
			if found = ev.starred(at, name, through, map[*scope]bool{}); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// starred finds a name in what a scope imports all of.
func (ev *evaluator) starred(s *scope, name string, through *[]*binding, seen map[*scope]bool) []*binding {
	if seen[s] {
		return nil
	}
	seen[s] = true
	for i := len(s.stars) - 1; i >= 0; i-- {
		star := s.stars[i]
		from := ev.module(ev.locate(s.module, star.imported).file)
		if from == nil || !from.outline.exports.byStar(name) {
			continue
		}
		found := from.scope.final(name)
		if len(found) == 0 {
			found = ev.starred(from.scope, name, nil, seen)
		}
		if len(found) > 0 {
			if through != nil {
				*through = append(*through, star)
			}
			return found
		}
	}
	return nil
}

// locate returns where an import leads: for a name from a module, that module.
func (ev *evaluator) locate(m *module, i *importName) location {
	return ev.layout.find(m.path, i.level, i.module)
}

// imported returns what an import binds.
func (ev *evaluator) imported(m *module, i *importName) []value {
	at := ev.locate(m, i)
	switch {
	case i.name != "" && at.file == m.path:
		var out []value
		for _, b := range ev.ownBindings(m, i.name) {
			out = join(out, ev.bound(b)...)
		}
		if len(out) == 0 && isPackage(m.path) { // a package imports a module below it
			return ev.moduleAt(path.Join(folder(m.path), i.name))
		}
		return out
	case i.name != "":
		return ev.memberOf(at, i.name)
	}
	if first, _, dotted := strings.Cut(i.module, "."); i.as == "" && dotted && i.level == 0 && !isDynamic(i) {
		at = ev.layout.find(m.path, 0, first)
	}
	return ev.moduleValue(at)
}

// ownBindings returns the bindings of a name in a module but for those by which the
// module imports it from itself.
func (ev *evaluator) ownBindings(m *module, name string) []*binding {
	return slices.DeleteFunc(slices.Clone(m.scope.final(name)), func(b *binding) bool {
		return b.kind == boundImport && ev.locate(m, b.imported).file == m.path
	})
}

func isDynamic(i *importName) bool {
	c, ok := i.node.(*syntax.Call)
	return ok && syntax.LastName(c.Func) == "import_module"
}

func (ev *evaluator) moduleValue(at location) []value {
	switch {
	case at.file != "":
		if m := ev.module(at.file); m != nil {
			return []value{{kind: aModule, mod: m}}
		}
	case at.dir != "":
		return []value{{kind: aModule, text: at.dir}}
	case at.external != "":
		return []value{{kind: anExternal, text: at.external}}
	}
	return nil
}

// memberOf returns what a name is in a module, a module below it among that.
func (ev *evaluator) memberOf(at location, name string) []value {
	switch {
	case at.file != "":
		m := ev.module(at.file)
		if m == nil {
			return nil
		}
		if found := ev.global(m, name); len(found) > 0 || len(ev.lookup(m.scope, name, anytime, nil)) > 0 {
			return found
		}
		if isPackage(at.file) {
			return ev.moduleAt(path.Join(folder(at.file), name))
		}
	case at.dir != "":
		return ev.moduleAt(path.Join(at.dir, name))
	case at.external != "":
		return []value{{kind: anExternal, text: at.external + "#" + name}}
	}
	return nil
}

func (ev *evaluator) moduleAt(p string) []value {
	at, ok := ev.layout.at(p)
	if !ok {
		return nil
	}
	return ev.moduleValue(at)
}

// global returns what a name of a module may stand for when the module is done.
func (ev *evaluator) global(m *module, name string) []value {
	return ev.solve(equation{m.scope, name}, func() []value {
		var out []value
		for _, b := range ev.lookup(m.scope, name, anytime, nil) {
			out = join(out, ev.bound(b)...)
		}
		return out
	})
}
