package mentions

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Of returns the mentions of a file, without its modules.
func Of(m *symtable.Module) facts.Mentions {
	w := &collector{Module: m, Mentions: facts.Mentions{Names: map[string]facts.Role{}}, followed: map[string]bool{}}
	for _, i := range m.Imports {
		w.imported(i)
	}
	for _, s := range m.Syntax.Body {
		w.node(s, nil)
	}
	for changed := true; changed; {
		changed = false
		w.local = slices.DeleteFunc(w.local, func(a facts.Alias) bool {
			if !w.followed[a.Name] {
				return false
			}
			w.alias(a.Name, a.Of)
			w.followed[a.Of], changed = true, true
			return true
		})
	}
	if len(w.Names) > 0 {
		w.mention("__call__", facts.Called)
	}
	return w.Mentions
}

func (w *collector) imported(i *symtable.Import) {
	if i.Name == "" {
		return
	}
	w.mention(i.Name, facts.Imported)
	w.stars = w.stars || i.Name == "*"
	if i.Alias != "" {
		w.alias(i.Alias, i.Name)
		w.alias(i.Alias+resultSuffix, i.Name+resultSuffix)
		w.alias(i.Alias+elementSuffix, i.Name+elementSuffix)
	}
}

// node visits a node in the body of f; f may be nil.
func (w *collector) node(n syntax.Node, f *syntax.FunctionDef) {
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
			if _, ok := t.(*syntax.Name); !ok {
				w.passed(n.Value, f)
			}
		}
	case *syntax.AugAssign:
		w.passed(n.Value, f)
	case *syntax.AnnAssign:
		w.assigned(n.Target, n.Value, f)
		w.annotated(syntax.LastName(n.Target), n.Annotation, true)
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
		w.passed(n.Value, f)
	case *syntax.Yield:
		w.passed(n.Value, f)
		if f != nil {
			w.eachName(n.Value, func(leaf string) { w.exportAlias(f.Name.Name+resultSuffix+elementSuffix, leaf) })
		}
	case *syntax.YieldFrom:
		if f != nil {
			w.eachName(n.Value, func(leaf string) {
				w.exportAlias(f.Name.Name+resultSuffix+elementSuffix,
					leaf+elementSuffix)
			})
		}
	case *syntax.TypeAlias:
		w.annotated(n.Name.Name, n.Value, true)
	case *syntax.Call:
		w.call(n)
		for _, a := range n.Args {
			w.passed(a, f)
		}
		for _, k := range n.Keywords {
			w.passed(k.Value, f)
		}
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

func (w *collector) name(n *syntax.Name) {
	role := facts.Mentioned
	if w.stars {
		role |= facts.Imported
	}
	w.mention(n.ID, role)
}

// attribute records an attribute. In a dotted name it may be a declaration of an imported
// module.
func (w *collector) attribute(n *syntax.Attribute) {
	role := facts.Mentioned | facts.Called // reading a property calls it
	if syntax.Root(n) != nil {
		role |= facts.Imported
	}
	w.mention(n.Attr.Name, role)
}

// quoted records the names in a string that may be a quoted annotation.
func (w *collector) quoted(c *syntax.Constant) {
	if c.Kind != syntax.String || c.To-c.From > 200 {
		return
	}
	text, ok := w.Syntax.StringValue(c)
	if !ok || strings.ContainsAny(text, " \n") && !strings.ContainsAny(text, "[|") {
		return
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && r < 0x80 && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) {
		w.mention(word, facts.Mentioned|facts.Imported)
	}
}

func (w *collector) function(n, around *syntax.FunctionDef) {
	w.mention(n.Name.Name, facts.Mentioned)
	if len(n.Decorators) > 0 || strings.HasPrefix(n.Name.Name, "__") {
		w.mention(n.Name.Name, facts.Called) // decorators or the runtime may call it
	}
	property := false
	for _, d := range n.Decorators {
		w.called(d)
		property = property || strings.Contains(syntax.LastName(d), "property")
		w.node(d, around)
	}
	w.defaults(n.Params)
	for _, p := range n.Params.List {
		w.annotated(p.Name.Name, p.Annotation, false)
	}
	w.annotated(n.Name.Name+resultSuffix, n.Returns, true)
	if property || syntax.HasDecorator(n, "reify") {
		w.alias(n.Name.Name, n.Name.Name+resultSuffix)
	}
	for _, t := range n.TypeParams {
		w.annotated(t.Name.Name, t.Bound, false)
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

func (w *collector) classDef(n *syntax.ClassDef, around *syntax.FunctionDef) {
	w.mention(n.Name.Name, facts.Mentioned)
	if len(n.Decorators) > 0 {
		w.mention(n.Name.Name, facts.Called)
	}
	for _, d := range n.Decorators {
		w.called(d)
		w.node(d, around)
	}
	for _, b := range n.Bases {
		w.eachName(syntax.Base(b), func(leaf string) { w.mention(leaf, facts.Inherited) })
		w.node(b, around)
	}
	for _, k := range n.Keywords {
		w.node(k, around)
	}
	for _, t := range n.TypeParams {
		w.annotated(t.Name.Name, t.Bound, false)
		w.node(t, around)
	}
	outer := w.class
	w.class = n
	for _, s := range n.Body {
		w.node(s, nil)
	}
	w.class = outer
}

func (w *collector) defaults(p *syntax.Parameters) {
	for _, param := range p.List {
		w.eachName(param.Default, func(leaf string) {
			w.local = append(w.local,
				facts.Alias{Name: param.Name.Name, Of: leaf})
		})
	}
}

// call records the names in a call.
func (w *collector) call(n *syntax.Call) {
	w.called(n.Func)
	switch name := syntax.LastName(n.Func); {
	case name == "cls" || name == "__class__" || name == "type" || name == "self":
		if w.class != nil {
			w.mention(w.class.Name.Name, facts.Called)
		}
	case len(n.Args) > 0 && (name == "append" || name == "add" || name == "appendleft" || name == "insert" ||
		name == "setdefault" || name == "extend"):
		if a, ok := n.Func.(*syntax.Attribute); ok {
			into, value := syntax.LastName(a.Value)+elementSuffix, n.Args[len(n.Args)-1]
			w.eachName(value, func(leaf string) { w.exportAlias(into, leaf) })
			w.eachElement(value, func(leaf string) { w.exportAlias(into, leaf) })
		}
	case name == "getattr" && len(n.Args) > 1:
		if text, ok := w.Syntax.StringValue(n.Args[1]); ok {
			w.mention(text, facts.Called|facts.Mentioned)
		}
	}
}

// passed records the functions that a value in the body of f may pass on: they may be called.
func (w *collector) passed(value syntax.Expr, f *syntax.FunctionDef) {
	pass := func(leaf string) {
		w.followed[leaf] = true
		if !w.isVariable(leaf, f) {
			w.mention(leaf, facts.Called)
		}
	}
	w.eachName(value, pass)
	w.eachElement(value, pass)
}

// isVariable reports whether a name is a local variable of a function, and no function or
// class. f may be nil.
func (w *collector) isVariable(name string, f *syntax.FunctionDef) bool {
	if f == nil || w.Functions[f] == nil {
		return false
	}
	list := w.Functions[f].Scope.Names[name]
	return len(list) > 0 && !slices.ContainsFunc(list, func(b *symtable.Binding) bool {
		return b.Kind == symtable.FunctionBinding || b.Kind == symtable.ClassBinding || b.Kind == symtable.ImportBinding
	})
}

// called records the name of a callee.
func (w *collector) called(callee syntax.Expr) {
	w.eachName(callee, func(leaf string) {
		w.mention(leaf, facts.Called)
		w.followed[leaf] = true
	})
	if s, ok := callee.(*syntax.Subscript); ok {
		_, computed := s.Value.(*syntax.Call)
		w.AnyCall = w.AnyCall || computed || syntax.LastName(s.Value) == ""
	}
	if n, ok := callee.(*syntax.Name); ok && (n.ID == "exec" || n.ID == "eval") {
		w.AnyCall = true
	}
	if c, ok := callee.(*syntax.Call); ok && syntax.LastName(c.Func) == "getattr" && len(c.Args) > 1 {
		_, literal := w.Syntax.StringValue(c.Args[1])
		w.AnyCall = w.AnyCall || !literal
	}
	if c, ok := callee.(*syntax.Call); ok && w.class != nil &&
		(syntax.LastName(c.Func) == "type" || syntax.LastName(c.Func) == "cls") {
		w.mention(w.class.Name.Name, facts.Called)
	}
}
