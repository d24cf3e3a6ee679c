package resolve

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/names"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// name records the references of a name and the imports that it uses.
func (v *visitor) name(e *syntax.Name, kind facts.ReferenceKind) {
	at := e.Pos()
	if v.quoted != nil || kind == facts.UsesType {
		at = names.EndOfScope
	}
	var stars []*symtable.Binding
	for _, b := range v.Lookup(v.scope, e.ID, at, &stars) {
		if b.Kind == symtable.ImportBinding && b.Scope.Module == v.module {
			v.markUsed(b.Imported)
		}
		if !v.deep && len(stars) == 0 {
			continue
		}
		targets := v.Targets(b)
		for _, s := range stars {
			for _, t := range targets {
				v.markMemberUsed(s.Imported, t)
			}
		}
		if kind == noReference {
			continue
		}
		for _, t := range targets {
			v.addReference(e, t, kind, facts.Exact)
		}
	}
}

// attribute records the references of an attribute and the imports that it uses.
func (v *visitor) attribute(e *syntax.Attribute, kind facts.ReferenceKind) {
	root := syntax.Root(e)
	imported := v.importsOf(root)
	if len(imported) == 0 && (kind == noReference || !v.deep) {
		return
	}
	var values []infer.Value
	if v.quoted != nil || kind == facts.UsesType {
		values = v.TypeValues(v.scope, e.Value)
	} else {
		values = v.Eval(v.scope, e.Value)
	}
	for _, x := range values {
		var targets []facts.Target
		for _, b := range v.MemberBindings(x, e.Attr.Name) {
			targets = append(targets, v.Targets(b)...)
		}
		if x.Kind == infer.ModuleValue && x.Module != nil {
			for _, i := range imported {
				for _, t := range targets {
					v.markMemberUsed(i, t)
				}
			}
		}
		if kind == noReference || !v.deep {
			continue
		}
		confidence := facts.Exact
		if x.Inferred {
			confidence = facts.Strong
		}
		for _, t := range targets {
			v.addReference(e.Attr, t, kind, confidence)
		}
	}
}

// importsOf returns the imports of the file that bind a name to a module of the project.
func (v *visitor) importsOf(n *syntax.Name) []*symtable.Import {
	if n == nil {
		return nil
	}
	var out []*symtable.Import
	for _, b := range v.Lookup(v.scope, n.ID, names.EndOfScope, nil) {
		if b.Kind == symtable.ImportBinding && b.Scope.Module == v.module &&
			v.Locate(v.module, b.Imported).External == "" {
			out = append(out, b.Imported)
		}
	}
	return out
}

// addReference records a reference. It ignores references to modules, which are recorded as
// imports.
func (v *visitor) addReference(n syntax.Node, to facts.Target, kind facts.ReferenceKind, confidence facts.Confidence) {
	if !v.deep || to.Decl == facts.ModuleLevel && to.External == "" {
		return
	}
	if kind == facts.Extends && v.isInterface(to) {
		kind = facts.Implements
	}
	line, column := v.position(n)
	v.out.References = append(v.out.References, facts.Reference{
		From: v.decl, To: to, Kind: kind, Line: line,
		Column: column, Confidence: confidence,
	})
}

func (v *visitor) isInterface(t facts.Target) bool {
	if t.External != "" || t.Decl < 0 {
		return strings.HasSuffix(t.External, "#Protocol")
	}
	m := v.Module(t.File)
	return m != nil && m.Outline.Decls[t.Decl].Type == facts.Interface
}
