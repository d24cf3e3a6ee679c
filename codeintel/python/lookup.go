package python

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

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
			return ev.moduleAt(path.Join(path.Dir(m.path), i.name))
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
			return ev.moduleAt(path.Join(path.Dir(at.file), name))
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
