package python

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Beside plain names, files mention what is behind them: "f()" is what f returns,
// "l[]" what l holds. So a call of what get_handler() returned is found by asking
// for what get_handler may return, while calls of get_handler itself are not looked at.
const (
	resultOf  = "()"
	elementOf = "[]"
)

// mentioner collects what a file mentions by name.
type mentioner struct {
	*module
	facts.Mentions
	stars   bool // the file has an import *: any name may come from there
	class   *syntax.ClassDef
	local   []facts.Alias
	follows map[string]bool // names that are called, or that others are set to
}

// mentionsOf returns what a file mentions, but for its modules.
func mentionsOf(m *module) facts.Mentions {
	w := &mentioner{module: m, Mentions: facts.Mentions{Names: map[string]facts.Role{}}, follows: map[string]bool{}}
	for _, i := range m.imports {
		w.imported(i)
	}
	for _, s := range m.syntax.Body {
		w.node(s, nil)
	}
	for changed := true; changed; {
		changed = false
		w.local = slices.DeleteFunc(w.local, func(a facts.Alias) bool {
			if !w.follows[a.Name] {
				return false
			}
			w.alias(a.Name, a.Of)
			w.follows[a.Of], changed = true, true
			return true
		})
	}
	if len(w.Names) > 0 {
		w.mention("__call__", facts.Called)
	}
	return w.Mentions
}

func (w *mentioner) mention(name string, role facts.Role) {
	if name != "" {
		w.Names[name] |= role
	}
}

func (w *mentioner) alias(name, of string) {
	a := facts.Alias{Name: name, Of: of}
	if name != of && name != "" && of != "" && !slices.Contains(w.Aliases, a) {
		w.Aliases = append(w.Aliases, a)
	}
}

func (w *mentioner) imported(i *importName) {
	if i.name == "" {
		return
	}
	w.mention(i.name, facts.Imported)
	w.stars = w.stars || i.name == "*"
	if i.as != "" {
		w.alias(i.as, i.name)
		w.alias(i.as+resultOf, i.name+resultOf)
		w.alias(i.as+elementOf, i.name+elementOf)
	}
}

// node walks a node in the body of a function, nil for none.
func (w *mentioner) node(n syntax.Node, f *syntax.FunctionDef) {
	for _, name := range syntax.SpecialMethods(n) {
		w.mention(name, facts.Called)
	}
	switch n := n.(type) {
	case *syntax.FunctionDef:
		w.function(n, f)
		return
	case *syntax.ClassDef:
		w.classDef(n, f)
		return
	case *syntax.Assign:
		for _, t := range n.Targets {
			w.assigned(t, n.Value, f)
		}
	case *syntax.AnnAssign:
		w.assigned(n.Target, n.Value, f)
		w.typed(syntax.LastName(n.Target), n.Annotation, true)
	case *syntax.NamedExpr:
		w.assigned(n.Target, n.Value, f)
	case *syntax.For:
		w.elements(n.Target, n.Iter)
	case *syntax.Generator:
		w.elements(n.Target, n.Iter)
	case *syntax.WithItem:
		w.assigned(n.Target, n.Context, f)
	case *syntax.Return:
		w.returned(f, n.Value)
	case *syntax.Yield:
		if f != nil {
			w.eachLeaf(n.Value, func(leaf string) { w.kept(f.Name.Name+resultOf+elementOf, leaf) })
		}
	case *syntax.YieldFrom:
		if f != nil {
			w.eachLeaf(n.Value, func(leaf string) { w.kept(f.Name.Name+resultOf+elementOf, leaf+elementOf) })
		}
	case *syntax.TypeAlias:
		w.typed(n.Name.Name, n.Value, true)
	case *syntax.Call:
		w.call(n)
	case *syntax.Name:
		w.name(n)
	case *syntax.Attribute:
		w.attribute(n)
	case *syntax.Constant:
		w.quoted(n)
	case *syntax.Lambda:
		w.defaults(n.Params)
	}
	syntax.Children(n, func(c syntax.Node) { w.node(c, f) })
}

func (w *mentioner) name(n *syntax.Name) {
	role := facts.Mentioned
	if w.stars {
		role |= facts.Imported
	}
	w.mention(n.ID, role)
}

// attribute notes an attribute; where it is one of a dotted name, it may be what a
// module that is imported declares.
func (w *mentioner) attribute(n *syntax.Attribute) {
	role := facts.Mentioned
	if syntax.Root(n) != nil {
		role |= facts.Imported
	}
	w.mention(n.Attr.Name, role)
}

// quoted notes the names in a string that may be a type.
func (w *mentioner) quoted(c *syntax.Constant) {
	if c.Kind != syntax.String || c.To-c.From > 200 {
		return
	}
	text, ok := w.syntax.StringValue(c)
	if !ok || strings.ContainsAny(text, " \n") && !strings.ContainsAny(text, "[|") {
		return
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && r < 0x80 && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		w.mention(word, facts.Mentioned|facts.Imported)
	}
}

func (w *mentioner) function(n, around *syntax.FunctionDef) {
	w.mention(n.Name.Name, facts.Mentioned)
	property := false
	for _, d := range n.Decorators {
		if _, ok := d.(*syntax.Call); !ok {
			w.called(d)
		}
		property = property || strings.Contains(syntax.LastName(d), "property")
		w.node(d, around)
	}
	w.defaults(n.Params)
	for _, p := range n.Params.List {
		w.typed(p.Name.Name, p.Annotation, false)
	}
	w.typed(n.Name.Name+resultOf, n.Returns, true)
	if property || syntax.HasDecorator(n, "reify") {
		w.alias(n.Name.Name, n.Name.Name+resultOf)
	}
	for _, t := range n.TypeParams {
		w.typed(t.Name.Name, t.Bound, false)
		w.node(t, around)
	}
	w.node(n.Params, n)
	if n.Returns != nil {
		w.node(n.Returns, n)
	}
	for _, s := range n.Body {
		w.node(s, n)
	}
}

func (w *mentioner) classDef(n *syntax.ClassDef, around *syntax.FunctionDef) {
	w.mention(n.Name.Name, facts.Mentioned)
	for _, d := range n.Decorators {
		if _, ok := d.(*syntax.Call); !ok {
			w.called(d)
		}
		w.node(d, around)
	}
	for _, b := range n.Bases {
		w.eachLeaf(syntax.Base(b), func(leaf string) { w.mention(leaf, facts.Inherited) })
		w.node(b, around)
	}
	for _, k := range n.Keywords {
		w.node(k, around)
	}
	for _, t := range n.TypeParams {
		w.typed(t.Name.Name, t.Bound, false)
		w.node(t, around)
	}
	outer := w.class
	w.class = n
	for _, s := range n.Body {
		w.node(s, nil)
	}
	w.class = outer
}

func (w *mentioner) defaults(p *syntax.Parameters) {
	for _, param := range p.List {
		w.eachLeaf(param.Default, func(leaf string) { w.local = append(w.local, facts.Alias{Name: param.Name.Name, Of: leaf}) })
	}
}

// call notes what a call is written with.
func (w *mentioner) call(n *syntax.Call) {
	w.called(n.Func)
	switch name := syntax.LastName(n.Func); {
	case name == "cls" || name == "__class__" || name == "type" || name == "self":
		if w.class != nil {
			w.mention(w.class.Name.Name, facts.Called)
		}
	case len(n.Args) > 0 && (name == "append" || name == "add" || name == "appendleft" || name == "insert" || name == "setdefault" || name == "extend"):
		if a, ok := n.Func.(*syntax.Attribute); ok {
			into, value := syntax.LastName(a.Value)+elementOf, n.Args[len(n.Args)-1]
			w.eachLeaf(value, func(leaf string) { w.kept(into, leaf) })
			w.eachElement(value, func(leaf string) { w.kept(into, leaf) })
		}
	case name == "getattr" && len(n.Args) > 1:
		if text, ok := w.syntax.StringValue(n.Args[1]); ok {
			w.mention(text, facts.Called|facts.Mentioned)
		}
	}
}

// called notes the name of a callee.
func (w *mentioner) called(callee syntax.Expr) {
	w.eachLeaf(callee, func(leaf string) {
		w.mention(leaf, facts.Called)
		w.follows[leaf] = true
	})
	if s, ok := callee.(*syntax.Subscript); ok && syntax.LastName(s.Value) == "" {
		w.AnyCall = true
	}
	if c, ok := callee.(*syntax.Call); ok && w.class != nil && (syntax.LastName(c.Func) == "type" || syntax.LastName(c.Func) == "cls") {
		w.mention(w.class.Name.Name, facts.Called)
	}
}
