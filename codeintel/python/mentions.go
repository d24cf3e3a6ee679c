package python

import (
	"path"
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
	for _, name := range implicitNames(n) {
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
		w.typed(lastName(n.Target), n.Annotation, true)
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
	if rootName(n) != nil {
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
		property = property || strings.Contains(lastName(d), "property")
		w.node(d, around)
	}
	w.defaults(n.Params)
	for _, p := range n.Params.List {
		w.typed(p.Name.Name, p.Annotation, false)
	}
	w.typed(n.Name.Name+resultOf, n.Returns, true)
	if property || decoratedBy(n, "reify") {
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
		w.eachLeaf(baseOf(b), func(leaf string) { w.mention(leaf, facts.Inherited) })
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
	switch name := lastName(n.Func); {
	case name == "cls" || name == "__class__" || name == "type" || name == "self":
		if w.class != nil {
			w.mention(w.class.Name.Name, facts.Called)
		}
	case len(n.Args) > 0 && (name == "append" || name == "add" || name == "appendleft" || name == "insert" || name == "setdefault" || name == "extend"):
		if a, ok := n.Func.(*syntax.Attribute); ok {
			into, value := lastName(a.Value)+elementOf, n.Args[len(n.Args)-1]
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
	if s, ok := callee.(*syntax.Subscript); ok && lastName(s.Value) == "" {
		w.AnyCall = true
	}
	if c, ok := callee.(*syntax.Call); ok && w.class != nil && (lastName(c.Func) == "type" || lastName(c.Func) == "cls") {
		w.mention(w.class.Name.Name, facts.Called)
	}
}

// kept enters an alias that other files may need.
func (w *mentioner) kept(name, of string) {
	w.alias(name, of)
	w.follows[of] = true
}

// assigned notes that a name, or an attribute, is set to what bears others.
func (w *mentioner) assigned(target, value syntax.Expr, f *syntax.FunctionDef) {
	if value == nil {
		return
	}
	switch t := target.(type) {
	case *syntax.Tuple:
		w.unpacked(t.Elts, value, f)
	case *syntax.List:
		w.unpacked(t.Elts, value, f)
	case *syntax.Name, *syntax.Attribute:
		name := lastName(t)
		_, local := t.(*syntax.Name)
		w.eachLeaf(value, func(leaf string) {
			if local && f != nil {
				w.local = append(w.local, facts.Alias{Name: name, Of: leaf})
			} else {
				w.kept(name, leaf)
			}
		})
		w.eachElement(value, func(leaf string) {
			if local && f != nil {
				w.local = append(w.local, facts.Alias{Name: name + elementOf, Of: leaf})
			} else {
				w.kept(name+elementOf, leaf)
			}
		})
	case *syntax.Subscript:
		w.eachLeaf(value, func(leaf string) { w.kept(lastName(t.Value)+elementOf, leaf) })
	}
}

func (w *mentioner) unpacked(targets []syntax.Expr, value syntax.Expr, f *syntax.FunctionDef) {
	var parts []syntax.Expr
	switch v := value.(type) {
	case *syntax.Tuple:
		parts = v.Elts
	case *syntax.List:
		parts = v.Elts
	}
	for i, t := range targets {
		if i < len(parts) {
			w.assigned(t, parts[i], f)
		}
		w.elements(t, value)
	}
}

// elements notes that a name is set to what others hold.
func (w *mentioner) elements(target, value syntax.Expr) {
	switch t := target.(type) {
	case *syntax.Tuple:
		for _, e := range t.Elts {
			w.elements(e, value)
		}
	case *syntax.Name, *syntax.Attribute:
		name := lastName(t)
		w.eachLeaf(value, func(leaf string) { w.within(name, leaf+elementOf) })
		w.eachElement(value, func(leaf string) { w.within(name, leaf) })
	}
}

// within enters an alias within the file.
func (w *mentioner) within(name, of string) {
	w.local = append(w.local, facts.Alias{Name: name, Of: of})
}

func (w *mentioner) returned(f *syntax.FunctionDef, value syntax.Expr) {
	if f == nil || value == nil {
		return
	}
	w.eachLeaf(value, func(leaf string) { w.kept(f.Name.Name+resultOf, leaf) })
	w.eachElement(value, func(leaf string) { w.kept(f.Name.Name+resultOf+elementOf, leaf) })
}

// typed notes that a name has a type that speaks of classes themselves: type[C].
func (w *mentioner) typed(name string, annotation syntax.Expr, global bool) {
	if annotation == nil || name == "" {
		return
	}
	text := w.syntax.Source(annotation)
	if !strings.Contains(text, "ype[") && !strings.Contains(text, "Callable[") && !global {
		return
	}
	if !strings.Contains(text, "ype[") {
		return
	}
	add := func(word string) {
		for _, n := range []string{name, name + elementOf} {
			if global {
				w.kept(n, word)
			} else {
				w.within(n, word)
			}
		}
	}
	syntax.Inspect(annotation, func(n syntax.Node) bool {
		if e, ok := n.(syntax.Expr); ok && lastName(e) != "" {
			add(lastName(e))
		}
		if c, ok := n.(*syntax.Constant); ok {
			if text, ok := w.syntax.StringValue(c); ok {
				if inner := expressionIn(text); inner != nil {
					syntax.Inspect(inner, func(n syntax.Node) bool {
						if e, ok := n.(syntax.Expr); ok && lastName(e) != "" {
							add(lastName(e))
						}
						return true
					})
				}
			}
		}
		return true
	})
}

// eachLeaf calls f for the names that the value of an expression may bear.
func (w *mentioner) eachLeaf(e syntax.Expr, f func(string)) {
	switch e := e.(type) {
	case *syntax.Name:
		f(e.ID)
	case *syntax.Attribute:
		f(e.Attr.Name)
	case *syntax.IfExp:
		w.eachLeaf(e.Body, f)
		w.eachLeaf(e.Else, f)
	case *syntax.BoolOp:
		for _, v := range e.Values {
			w.eachLeaf(v, f)
		}
	case *syntax.NamedExpr:
		w.eachLeaf(e.Value, f)
	case *syntax.Await:
		w.eachLeaf(e.Value, f)
	case *syntax.Starred:
		w.eachLeaf(e.Value, f)
	case *syntax.Subscript:
		w.eachLeaf(e.Value, func(leaf string) {
			f(leaf)
			f(leaf + elementOf)
		})
		w.eachElement(e.Value, f)
	case *syntax.Call:
		w.eachResult(e, f)
	}
}

// eachResult calls f for the names that what a call returns may bear.
func (w *mentioner) eachResult(e *syntax.Call, f func(string)) {
	w.eachLeaf(e.Func, func(leaf string) { f(leaf + resultOf) })
	for _, a := range e.Args { // partial(f), cast(C, x), type(x)
		w.eachLeaf(a, f)
		w.eachLeaf(a, func(leaf string) { f(leaf + elementOf) })
		if text, ok := w.syntax.StringValue(a); ok && lastName(e.Func) == "getattr" {
			f(text)
		}
	}
	for _, k := range e.Keywords { // TypeVar("T", bound=C)
		if k.Name.Name == "bound" {
			w.eachLeaf(k.Value, f)
		}
	}
	if a, ok := e.Func.(*syntax.Attribute); ok { // d.get(k), l.pop()
		w.eachLeaf(a.Value, func(leaf string) { f(leaf + elementOf) })
	}
}

// eachElement calls f for the names that what a display holds may bear.
func (w *mentioner) eachElement(e syntax.Expr, f func(string)) {
	switch e := e.(type) {
	case *syntax.List:
		w.eachOf(e.Elts, f)
	case *syntax.Tuple:
		w.eachOf(e.Elts, f)
	case *syntax.Set:
		w.eachOf(e.Elts, f)
	case *syntax.Dict:
		w.eachOf(e.Values, f)
		w.eachOf(e.Keys, f)
	case *syntax.Comp:
		w.eachOf([]syntax.Expr{e.Elt, e.Value}, f)
	case *syntax.IfExp:
		w.eachElement(e.Body, f)
		w.eachElement(e.Else, f)
	case *syntax.BoolOp:
		for _, v := range e.Values {
			w.eachElement(v, f)
		}
	case *syntax.BinOp:
		w.eachElement(e.Left, f)
		w.eachElement(e.Right, f)
	case *syntax.Name, *syntax.Attribute:
		f(lastName(e) + elementOf)
	case *syntax.Call:
		f(lastName(e) + resultOf + elementOf)
		for _, k := range e.Keywords { // dict(a=f)
			w.eachLeaf(k.Value, f)
		}
	}
}

func (w *mentioner) eachOf(list []syntax.Expr, f func(string)) {
	for _, e := range list {
		w.eachLeaf(e, f)
		w.eachElement(e, f)
	}
}

// modulesOf returns the modules of the project that a file's imports lead to, and
// the names of those that they do not.
func (l *layout) modulesOf(file string, imports []importRef) (modules []string) {
	add := func(m string) {
		if m != "" && !slices.Contains(modules, m) {
			modules = append(modules, m)
		}
	}
	for _, i := range imports {
		at := l.find(file, i.level, i.module)
		switch {
		case at.file != "":
			add(at.file)
		case at.dir == "":
			add(i.module[strings.LastIndexByte(i.module, '.')+1:])
		}
		for _, f := range l.reached(file, i) {
			add(f)
		}
	}
	return modules
}

// importRef is an import as it is kept of each file.
type importRef struct {
	level        int
	module, name string
}

// reached returns the files that an import may make a file depend on.
func (l *layout) reached(file string, i importRef) []string {
	var out []string
	add := func(at location) {
		if at.file != "" && !slices.Contains(out, at.file) {
			out = append(out, at.file)
		}
	}
	at := l.find(file, i.level, i.module)
	add(at)
	dir := at.dir
	if at.file != "" && isPackage(at.file) {
		dir = folder(at.file)
	}
	if dir != "" && i.name != "" && i.name != "*" {
		if below, ok := l.at(path.Join(dir, i.name)); ok {
			add(below)
		}
	}
	if i.level == 0 {
		for name := i.module; strings.Contains(name, "."); {
			name = name[:strings.LastIndexByte(name, '.')]
			add(l.find(file, 0, name))
		}
	}
	return out
}
