package mentions

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// assigned records the aliases of an assignment.
func (w *collector) assigned(target, value syntax.Expr, f *syntax.FunctionDef) {
	if value == nil {
		return
	}
	switch t := target.(type) {
	case *syntax.Tuple:
		w.unpacked(t.Elts, value, f)
	case *syntax.List:
		w.unpacked(t.Elts, value, f)
	case *syntax.Name, *syntax.Attribute:
		name := syntax.LastName(t)
		_, local := t.(*syntax.Name)
		w.eachName(value, func(leaf string) {
			if local && f != nil {
				w.local = append(w.local, facts.Alias{Name: name, Of: leaf})
			} else {
				w.exportAlias(name, leaf)
			}
		})
		w.eachElement(value, func(leaf string) {
			if local && f != nil {
				w.local = append(w.local, facts.Alias{Name: name + elementSuffix, Of: leaf})
			} else {
				w.exportAlias(name+elementSuffix, leaf)
			}
		})
	case *syntax.Subscript:
		w.eachName(value, func(leaf string) { w.exportAlias(syntax.LastName(t.Value)+elementSuffix, leaf) })
	}
}

func (w *collector) unpacked(targets []syntax.Expr, value syntax.Expr, f *syntax.FunctionDef) {
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

// elements records that a target is set to the elements of a value.
func (w *collector) elements(target, value syntax.Expr) {
	switch t := target.(type) {
	case *syntax.Tuple:
		for _, e := range t.Elts {
			w.elements(e, value)
		}
	case *syntax.Name, *syntax.Attribute:
		name := syntax.LastName(t)
		w.eachName(value, func(leaf string) { w.localAlias(name, leaf+elementSuffix) })
		w.eachElement(value, func(leaf string) { w.localAlias(name, leaf) })
	}
}

func (w *collector) returned(f *syntax.FunctionDef, value syntax.Expr) {
	if f == nil || value == nil {
		return
	}
	w.eachName(value, func(leaf string) { w.exportAlias(f.Name.Name+resultSuffix, leaf) })
	w.eachElement(value, func(leaf string) { w.exportAlias(f.Name.Name+resultSuffix+elementSuffix, leaf) })
}

// annotated records aliases for a type that refers to classes as values: type[C].
func (w *collector) annotated(name string, annotation syntax.Expr, global bool) {
	if annotation == nil || name == "" {
		return
	}
	text := w.Syntax.Source(annotation)
	if !strings.Contains(text, "ype[") {
		return
	}
	add := func(word string) {
		for _, n := range []string{name, name + elementSuffix} {
			if global {
				w.exportAlias(n, word)
			} else {
				w.localAlias(n, word)
			}
		}
	}
	syntax.Inspect(annotation, func(n syntax.Node) bool {
		if e, ok := n.(syntax.Expr); ok && syntax.LastName(e) != "" {
			add(syntax.LastName(e))
		}
		if c, ok := n.(*syntax.Constant); ok {
			if text, ok := w.Syntax.StringValue(c); ok {
				if inner := parser.ParseExpr(text); inner != nil {
					syntax.Inspect(inner, func(n syntax.Node) bool {
						if e, ok := n.(syntax.Expr); ok && syntax.LastName(e) != "" {
							add(syntax.LastName(e))
						}
						return true
					})
				}
			}
		}
		return true
	})
}
