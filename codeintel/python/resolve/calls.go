package resolve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/infer"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// call records the targets of a call or of the application of a decorator.
func (v *visitor) call(callee syntax.Expr) {
	values := v.Eval(v.scope, callee)
	var targets []callTarget
	known := false
	for _, x := range values {
		more, ok := callTargets(v.Evaluator, x)
		targets, known = append(targets, more...), known || ok
		if x.Kind == infer.ExternalName {
			v.addInbound(callee, x.Name)
		}
	}
	if len(targets) == 0 && !known {
		targets = v.calledVariables(callee)
	}
	if len(targets) == 0 {
		if !known {
			u := facts.Unresolved{Name: lastPartOf(callee, v.module)}
			if u.Name == "" {
				u.Reason = facts.ComputedName
			}
			v.unresolved(callee, u)
		}
		return
	}
	v.addCalls(callee, targets)
}

// addCalls records a call of each target, once.
func (v *visitor) addCalls(callee syntax.Node, targets []callTarget) {
	slices.SortStableFunc(targets, func(a, b callTarget) int { return compareTargets(a.Target, b.Target) })
	line, column := v.position(calleeName(callee))
	for i := 0; i < len(targets); {
		t := targets[i]
		c := facts.Call{
			From: v.decl, To: t.Target, Line: line, Column: column, Exact: true, Confidence: facts.Strong,
			Through: t.through,
		}
		for ; i < len(targets) && targets[i].Target == t.Target; i++ {
			if !targets[i].guess {
				c.Confidence = facts.Exact
			}
			c.Exact = c.Exact && targets[i].exact
			if targets[i].through == nil || c.Through != nil && *targets[i].through != *c.Through {
				c.Through = nil
			}
		}
		v.out.Calls = append(v.out.Calls, c)
	}
}

func compareTargets(a, b facts.Target) int {
	return cmp.Or(strings.Compare(a.External, b.External), strings.Compare(a.File, b.File), a.Decl-b.Decl)
}

// calleeName returns the node with the name of a callee.
func calleeName(e syntax.Node) syntax.Node {
	if a, ok := e.(*syntax.Attribute); ok {
		return a.Attr
	}
	return e
}

// addInbound records a call of a member of a class outside the project, which a method of the
// project may override.
func (v *visitor) addInbound(callee syntax.Node, text string) {
	_, member, _ := strings.Cut(text, "#")
	if i := strings.LastIndexByte(member, '.'); i > 0 {
		v.unresolved(callee, facts.Unresolved{Name: member[i+1:], Reason: facts.OutsideCaller, Inbound: true})
	}
}

// calledVariables returns the variables that a callee names if their values are unknown.
func (v *visitor) calledVariables(callee syntax.Expr) []callTarget {
	var bindings []*symtable.Binding
	switch e := callee.(type) {
	case *syntax.Name:
		bindings = v.Lookup(v.scope, e.ID, e.Pos(), nil)
	case *syntax.Attribute:
		for _, x := range v.Eval(v.scope, e.Value) {
			bindings = append(bindings, v.MemberBindings(x, e.Attr.Name)...)
		}
	}
	var out []callTarget
	for _, b := range bindings {
		for _, t := range v.Targets(b) {
			if t.External == "" && t.Decl != facts.ModuleLevel {
				out = append(out, callTarget{Target: t})
			}
		}
	}
	return out
}

// lastPartOf returns the last name of a callee; for getattr(x, "name"), that name.
func lastPartOf(callee syntax.Expr, m *symtable.Module) string {
	if c, ok := callee.(*syntax.Call); ok {
		if syntax.LastName(c.Func) == "getattr" && len(c.Args) > 1 {
			name, _ := m.Syntax.StringValue(c.Args[1])
			return name
		}
		return ""
	}
	return syntax.LastName(callee)
}
