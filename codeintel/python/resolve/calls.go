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
		v.inheritedConstructor(callee, x)
	}
	if len(targets) == 0 && !known {
		targets = v.calledVariables(callee)
	}
	if len(targets) == 0 {
		if !known {
			v.unresolvedCall(callee)
		}
		return
	}
	v.addCalls(callee, targets)
}

// addKnownCalls records the targets of a call if they are known.
func (v *visitor) addKnownCalls(callee syntax.Expr) {
	var targets []callTarget
	for _, x := range v.Eval(v.scope, callee) {
		if x.Kind == infer.FunctionValue || x.Kind == infer.MethodValue {
			more, _ := callTargets(v.Evaluator, x)
			targets = append(targets, more...)
		}
	}
	v.addCalls(callee, targets)
}

// unresolvedCall records a call whose target is unknown. The call of a computed attribute may
// lead to any method of the object; if the object is unknown as well, to anything.
func (v *visitor) unresolvedCall(callee syntax.Expr) {
	u := facts.Unresolved{Name: lastPartOf(callee, v.module)}
	if c, ok := callee.(*syntax.Call); ok && u.Name == "" && syntax.LastName(c.Func) == "getattr" && len(c.Args) > 1 {
		for _, x := range v.Eval(v.scope, c.Args[0]) {
			u.Maybe = append(u.Maybe, v.methodsOf(x)...)
		}
		if len(u.Maybe) == 0 {
			u.Name = "*"
		}
	}
	if s, ok := callee.(*syntax.Subscript); ok {
		if c, ok := s.Value.(*syntax.Call); ok && len(c.Args) < 2 && isNamespaceCall(syntax.LastName(c.Func)) {
			u.Name = "*"
		}
	}
	switch {
	case len(u.Maybe) > 0:
		u.Reason = facts.SeveralValues
	case u.Name == "" || u.Name == "*":
		u.Reason = facts.ComputedName
	}
	v.unresolved(callee, u)
}

// isNamespaceCall reports whether a built-in function returns a dictionary of names.
func isNamespaceCall(name string) bool {
	return name == "globals" || name == "locals" || name == "vars"
}

// methodsOf returns the functions and classes to which an attribute of the object or module may
// refer.
func (v *visitor) methodsOf(x infer.Value) []facts.Target {
	var out []facts.Target
	for _, s := range v.ScopesOf(x) {
		for _, list := range s.Names {
			for _, b := range list {
				if b.Kind == symtable.FunctionBinding || b.Kind == symtable.ClassBinding {
					out = append(out, v.Targets(b)...)
				}
			}
		}
	}
	slices.SortFunc(out, compareTargets)
	return slices.Compact(out)
}

// addCalls records a call of each target, once.
func (v *visitor) addCalls(callee syntax.Node, targets []callTarget) {
	for i := range targets {
		targets[i].Target = v.implementation(targets[i].Target)
	}
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
		v.throughProtocol(callee, t.Target)
	}
}

// throughProtocol records that the call of a method of a protocol may be the call of a method
// of any class that has it.
func (v *visitor) throughProtocol(callee syntax.Node, t facts.Target) {
	if t.External != "" || t.Decl < 0 {
		return
	}
	decls := v.Module(t.File).Outline.Decls
	if d := &decls[t.Decl]; d.Type == facts.Method && d.Parent >= 0 && decls[d.Parent].Type == facts.Interface {
		v.unresolved(callee, facts.Unresolved{
			Name: d.Name[strings.LastIndexByte(d.Name, '.')+1:], Reason: facts.SeveralValues, Inbound: true,
		})
	}
}

// implementation returns the declaration in a source file that a declaration in its stub
// describes, or the declaration itself.
func (v *visitor) implementation(t facts.Target) facts.Target {
	if t.External != "" || t.Decl < 0 || !strings.HasSuffix(t.File, ".pyi") {
		return t
	}
	source := strings.TrimSuffix(t.File, "i")
	if !v.Layout.Files[source] {
		return t
	}
	stub, m := v.Module(t.File), v.Module(source)
	if m == nil {
		return t
	}
	name := stub.Outline.Decls[t.Decl].Name
	at := slices.IndexFunc(m.Outline.Decls, func(d facts.Decl) bool { return d.Name == name })
	if at < 0 {
		return t
	}
	return facts.Target{File: source, Decl: at}
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
