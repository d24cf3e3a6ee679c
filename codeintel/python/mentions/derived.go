package mentions

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

// eachName calls f for the names that the value of an expression may have.
func (w *collector) eachName(e syntax.Expr, f func(string)) {
	switch e := e.(type) {
	case *syntax.Name:
		f(e.ID)
	case *syntax.Attribute:
		f(e.Attr.Name)
	case *syntax.IfExp:
		w.eachName(e.Body, f)
		w.eachName(e.Else, f)
	case *syntax.BoolOp:
		for _, v := range e.Values {
			w.eachName(v, f)
		}
	case *syntax.NamedExpr:
		w.eachName(e.Value, f)
	case *syntax.Await:
		w.eachName(e.Value, f)
	case *syntax.Starred:
		w.eachName(e.Value, f)
	case *syntax.Subscript:
		w.eachName(e.Value, func(leaf string) {
			f(leaf)
			f(leaf + elementSuffix)
		})
		w.eachElement(e.Value, f)
	case *syntax.Call:
		w.eachResult(e, f)
	}
}

// eachResult calls f for the names that the result of a call may have.
func (w *collector) eachResult(e *syntax.Call, f func(string)) {
	w.eachName(e.Func, func(leaf string) { f(leaf + resultSuffix) })
	for _, a := range e.Args { // partial(f), cast(C, x), type(x)
		w.eachName(a, f)
		w.eachName(a, func(leaf string) { f(leaf + elementSuffix) })
		if text, ok := w.Syntax.StringValue(a); ok && syntax.LastName(e.Func) == "getattr" {
			f(text)
		}
	}
	for _, k := range e.Keywords { // TypeVar("T", bound=C)
		if k.Name.Name == "bound" {
			w.eachName(k.Value, f)
		}
	}
	if a, ok := e.Func.(*syntax.Attribute); ok { // d.get(k), l.pop()
		w.eachName(a.Value, func(leaf string) { f(leaf + elementSuffix) })
	}
}

// eachElement calls f for the names that the elements of an expression may have.
func (w *collector) eachElement(e syntax.Expr, f func(string)) {
	switch e := e.(type) {
	case *syntax.List:
		w.eachElementOf(e.Elts, f)
	case *syntax.Tuple:
		w.eachElementOf(e.Elts, f)
	case *syntax.Set:
		w.eachElementOf(e.Elts, f)
	case *syntax.Dict:
		w.eachElementOf(e.Values, f)
		w.eachElementOf(e.Keys, f)
	case *syntax.Comp:
		w.eachElementOf([]syntax.Expr{e.Elt, e.Value}, f)
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
		f(syntax.LastName(e) + elementSuffix)
	case *syntax.Call:
		f(syntax.LastName(e) + resultSuffix + elementSuffix)
		for _, k := range e.Keywords { // dict(a=f)
			w.eachName(k.Value, f)
		}
	}
}

func (w *collector) eachElementOf(list []syntax.Expr, f func(string)) {
	for _, e := range list {
		w.eachName(e, f)
		w.eachElement(e, f)
	}
}
