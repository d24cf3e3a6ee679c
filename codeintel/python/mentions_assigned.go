package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

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
		name := syntax.LastName(t)
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
		w.eachLeaf(value, func(leaf string) { w.kept(syntax.LastName(t.Value)+elementOf, leaf) })
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
		name := syntax.LastName(t)
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
		if e, ok := n.(syntax.Expr); ok && syntax.LastName(e) != "" {
			add(syntax.LastName(e))
		}
		if c, ok := n.(*syntax.Constant); ok {
			if text, ok := w.syntax.StringValue(c); ok {
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
