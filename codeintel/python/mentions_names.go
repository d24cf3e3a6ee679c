package python

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

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
		if text, ok := w.syntax.StringValue(a); ok && syntax.LastName(e.Func) == "getattr" {
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
		f(syntax.LastName(e) + elementOf)
	case *syntax.Call:
		f(syntax.LastName(e) + resultOf + elementOf)
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
