package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// notReferred is for names in places that need no reference of their own.
const notReferred facts.ReferenceKind = 255

// name records what a name refers to, and the imports it uses.
func (v *visitor) name(e *syntax.Name, kind facts.ReferenceKind) {
	at := e.Pos()
	if v.place != nil || kind == facts.UsesType {
		at = anytime
	}
	var stars []*binding
	for _, b := range v.lookup(v.scope, e.ID, at, &stars) {
		if b.kind == boundImport && b.scope.module == v.module {
			v.used(b.imported)
		}
		if !v.deep && len(stars) == 0 {
			continue
		}
		targets := v.targetsOf(b)
		for _, s := range stars {
			for _, t := range targets {
				v.usedMember(s.imported, t)
			}
		}
		if kind == notReferred {
			continue
		}
		for _, t := range targets {
			v.refer(e, t, kind, facts.Exact)
		}
	}
}

// attributeUse records what an attribute refers to, and the imports through which
// it is named.
func (v *visitor) attributeUse(e *syntax.Attribute, kind facts.ReferenceKind) {
	root := syntax.Root(e)
	imported := v.importsOf(root)
	if len(imported) == 0 && (kind == notReferred || !v.deep) {
		return
	}
	var values []value
	if v.place != nil || kind == facts.UsesType {
		values = v.typeValues(v.scope, e.Value)
	} else {
		values = v.eval(v.scope, e.Value)
	}
	for _, x := range values {
		var targets []facts.Target
		for _, b := range v.memberBindings(x, e.Attr.Name) {
			targets = append(targets, v.targetsOf(b)...)
		}
		if x.kind == aModule && x.mod != nil {
			for _, i := range imported {
				for _, t := range targets {
					v.usedMember(i, t)
				}
			}
		}
		if kind == notReferred || !v.deep {
			continue
		}
		confidence := facts.Exact
		if x.guess {
			confidence = facts.Strong
		}
		for _, t := range targets {
			v.refer(e.Attr, t, kind, confidence)
		}
	}
}

// importsOf returns the imports of the file that bind a name to a module.
func (v *visitor) importsOf(n *syntax.Name) []*importName {
	if n == nil {
		return nil
	}
	var out []*importName
	for _, b := range v.lookup(v.scope, n.ID, anytime, nil) {
		if b.kind == boundImport && b.scope.module == v.module && v.locate(v.module, b.imported).external == "" {
			out = append(out, b.imported)
		}
	}
	return out
}

// refer records a reference. That a module is used, its import tells.
func (v *visitor) refer(n syntax.Node, to facts.Target, kind facts.ReferenceKind, confidence facts.Confidence) {
	if !v.deep || to.Decl == facts.ModuleLevel && to.External == "" {
		return
	}
	if kind == facts.Extends && v.isInterface(to) {
		kind = facts.Implements
	}
	line, column := v.position(n)
	v.out.References = append(v.out.References, facts.Reference{From: v.decl, To: to, Kind: kind, Line: line, Column: column, Confidence: confidence})
}

func (v *visitor) isInterface(t facts.Target) bool {
	if t.External != "" || t.Decl < 0 {
		return strings.HasSuffix(t.External, "#Protocol")
	}
	m := v.evaluator.module(t.File)
	return m != nil && m.outline.decls[t.Decl].Type == facts.Interface
}

// inherited walks a base class: its name extends, its arguments are types.
func (v *visitor) inherited(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		v.name(e, facts.Extends)
	case *syntax.Attribute:
		v.attributeUse(e, facts.Extends)
		v.expression(e.Value)
	case *syntax.Subscript:
		v.inherited(e.Value)
		v.annotation(e.Index)
	default:
		v.expression(e)
	}
}

// annotation walks a type.
func (v *visitor) annotation(e syntax.Expr) {
	switch e := e.(type) {
	case nil:
	case *syntax.Name:
		v.name(e, facts.UsesType)
	case *syntax.Attribute:
		v.attributeUse(e, facts.UsesType)
		v.expressionOfType(e.Value)
	case *syntax.Constant:
		if inner := v.unquote(v.module, e); inner != nil && v.place == nil {
			v.place = e
			v.annotation(inner)
			v.place = nil
		}
	case *syntax.Subscript:
		v.annotation(e.Value)
		if name := syntax.LastName(e.Value); name == "Literal" || name == "Annotated" && v.place == nil {
			if t, ok := e.Index.(*syntax.Tuple); ok && name == "Annotated" && len(t.Elts) > 0 {
				v.annotation(t.Elts[0])
				for _, x := range t.Elts[1:] {
					v.expression(x)
				}
			}
			return
		}
		v.annotation(e.Index)
	case *syntax.Call:
		if v.place == nil {
			v.expression(e)
		}
	default:
		syntax.Children(e, func(n syntax.Node) {
			if x, ok := n.(syntax.Expr); ok {
				v.annotation(x)
			}
		})
	}
}

// expressionOfType walks what stands before the dot of a type's name.
func (v *visitor) expressionOfType(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Name:
		v.name(e, facts.UsesType)
	case *syntax.Attribute:
		v.attributeUse(e, facts.UsesType)
		v.expressionOfType(e.Value)
	default:
		v.annotation(e)
	}
}
