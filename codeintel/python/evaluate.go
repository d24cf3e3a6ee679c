package python

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// evaluator tells what expressions may give. It serves one goroutine.
type evaluator struct {
	solver
	layout  *layout
	open    func(path string) *module // nil for a file that cannot be read
	modules map[string]*module
	types   map[string]*arguments
	parsed  map[syntax.Node]syntax.Expr // annotations in quotes
	mros    map[*class]linear
	size    int // of the texts of modules
}

func newEvaluator(l *layout, open func(string) *module) *evaluator {
	return &evaluator{
		solver: newSolver(), layout: l, open: open, modules: map[string]*module{}, types: map[string]*arguments{},
		parsed: map[syntax.Node]syntax.Expr{}, mros: map[*class]linear{},
	}
}

// module returns a file's module, the same one as long as the evaluator lives.
func (ev *evaluator) module(path string) *module {
	m, ok := ev.modules[path]
	if !ok {
		if m = ev.open(path); m != nil {
			ev.size += m.size
		}
		ev.modules[path] = m
	}
	return m
}

// arguments interns type arguments.
func (ev *evaluator) arguments(list ...[]value) *arguments {
	var key strings.Builder
	deep := 0
	for _, set := range list {
		for _, v := range set {
			fmt.Fprintf(&key, "%d,%p,%p,%p,%s,%t,%t;", v.kind, v.mod, v.cls, v.fn, v.text, v.guess, v.own)
			if v.args != nil {
				fmt.Fprintf(&key, "%d", v.args.id)
				deep = max(deep, v.args.depth)
			}
		}
		key.WriteByte('|')
	}
	if deep >= maxNesting {
		return nil
	}
	a, ok := ev.types[key.String()]
	if !ok {
		a = &arguments{id: len(ev.types), list: list, depth: deep + 1}
		ev.types[key.String()] = a
	}
	return a
}

// maxNesting bounds how deeply containers in containers are told apart.
const maxNesting = 4

// container returns an instance of one of the library's types.
func (ev *evaluator) container(name string, of ...[]value) value {
	return value{kind: aBuiltin, text: name, args: ev.arguments(of...)}
}

// eval returns what an expression may give.
func (ev *evaluator) eval(s *scope, e syntax.Expr) []value {
	switch e := e.(type) {
	case nil:
		return nil
	case *syntax.Constant:
		return ev.constant(e)
	case *syntax.JoinedStr:
		return []value{{kind: aBuiltin, text: "str"}}
	case *syntax.Starred:
		return ev.eval(s, e.Value)
	case *syntax.NamedExpr:
		return ev.eval(s, e.Value)
	case *syntax.Lambda:
		if f := s.module.functions[e]; f != nil {
			return []value{{kind: aFunction, fn: f}}
		}
		return nil
	case *syntax.Compare, *syntax.Slice, *syntax.Yield:
		return nil
	}
	return ev.solve(equation{e, ""}, func() []value { return ev.compute(s, e) })
}

func (ev *evaluator) constant(e *syntax.Constant) []value {
	switch e.Kind {
	case syntax.String:
		return []value{{kind: aBuiltin, text: "str"}}
	case syntax.Bytes:
		return []value{{kind: aBuiltin, text: "bytes"}}
	case syntax.Int, syntax.Float, syntax.True, syntax.False, syntax.Imaginary:
		return []value{{kind: aBuiltin, text: "number"}}
	}
	return nil
}

func (ev *evaluator) compute(s *scope, e syntax.Expr) []value {
	switch e := e.(type) {
	case *syntax.Name:
		return ev.name(s, e)
	case *syntax.Attribute:
		var out []value
		for _, v := range ev.eval(s, e.Value) {
			out = join(out, ev.attribute(s.module, v, e.Attr.Name)...)
		}
		return ev.narrow(s, e, out)
	case *syntax.Call:
		return ev.called(s, e)
	case *syntax.Subscript:
		return ev.subscript(s, e)
	case *syntax.IfExp:
		return join(ev.eval(s, e.Body), ev.eval(s, e.Else)...)
	case *syntax.BoolOp:
		var out []value
		for _, v := range e.Values {
			out = join(out, ev.eval(s, v)...)
		}
		return out
	case *syntax.BinOp:
		return ev.operation(s, e)
	case *syntax.Await:
		var out []value
		for _, v := range ev.eval(s, e.Value) {
			if v.kind == aBuiltin && v.text == "coroutine" {
				out = join(out, v.elements()...)
			}
		}
		return out
	case *syntax.YieldFrom:
		return nil
	case *syntax.List:
		return []value{ev.container("list", ev.union(s, e.Elts))}
	case *syntax.Set:
		return []value{ev.container("set", ev.union(s, e.Elts))}
	case *syntax.Tuple:
		sets := make([][]value, len(e.Elts))
		for i, x := range e.Elts {
			sets[i] = ev.eval(s, x)
		}
		return []value{ev.container("tuple", sets...)}
	case *syntax.Dict:
		return []value{ev.container("dict", ev.union(s, e.Keys), ev.union(s, e.Values))}
	case *syntax.Comp:
		return ev.comprehension(s, e)
	}
	return nil
}

// union returns what any of a list may give, starred ones by their elements.
func (ev *evaluator) union(s *scope, list []syntax.Expr) []value {
	var out []value
	for _, e := range list {
		if star, ok := e.(*syntax.Starred); ok {
			out = join(out, ev.items(ev.eval(s, star.Value), false)...)
			continue
		}
		out = join(out, ev.eval(s, e)...)
	}
	return out
}

func (ev *evaluator) comprehension(s *scope, e *syntax.Comp) []value {
	inner := s.module.comps[e]
	if inner == nil {
		return nil
	}
	elements := ev.eval(inner, e.Elt)
	switch e.Kind {
	case syntax.DictComp:
		return []value{ev.container("dict", elements, ev.eval(inner, e.Value))}
	case syntax.SetComp:
		return []value{ev.container("set", elements)}
	case syntax.ListComp:
		return []value{ev.container("list", elements)}
	}
	return []value{ev.container("iterator", elements)}
}

// name returns what a name may stand for where it is read.
func (ev *evaluator) name(s *scope, e *syntax.Name) []value {
	bindings := ev.lookup(s, e.ID, e.Pos(), nil)
	if len(bindings) == 0 {
		if builtinNames()[e.ID] {
			return []value{{kind: aBuiltinClass, text: e.ID}}
		}
		return nil
	}
	var out []value
	for _, b := range bindings {
		out = join(out, ev.bound(b)...)
	}
	return ev.narrow(s, e, out)
}

// anytime stands for a place from which all of a scope is seen as it is in the end.
const anytime syntax.Pos = -1

// lookup returns the bindings that a name may have at a place: of the innermost
// scope that binds it. The bodies of classes are seen from themselves only. path,
// if it is not nil, is given the import * statements that the name comes through.
func (ev *evaluator) lookup(s *scope, name string, p syntax.Pos, through *[]*binding) []*binding {
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
	return ok && lastName(c.Func) == "import_module"
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
