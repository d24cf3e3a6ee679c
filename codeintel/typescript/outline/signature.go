package outline

import (
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// Sign sets the signatures of all declarations.
func (o *File) Sign() {
	for _, e := range o.Entries {
		e.Signature = o.signature(e)
	}
}

// signature returns the docstring, decorators, parameters and return type of a
// declaration, or nil if it has none. An overloaded function has the parameters of its
// implementation.
func (o *File) signature(e *Entry) *facts.Signature {
	var s facts.Signature
	for _, n := range e.Nodes {
		if s.Docstring == "" {
			s.Docstring = o.docstring(n)
		}
		for _, m := range syntax.DecoratorsOf(n) {
			s.Decorators = append(s.Decorators, o.textOf(m.Expression()))
		}
	}
	if f := signatureNode(e.Nodes); f != nil {
		s.Async = f.ModifierFlags()&tsgo.ModifierFlagsAsync != 0
		s.Parameters = o.parameters(f)
		s.Returns = o.textOf(f.Type())
	}
	if s.Docstring == "" && s.Decorators == nil && s.Parameters == nil && s.Returns == "" && !s.Async {
		return nil
	}
	return &s
}

// signatureNode returns the function whose parameters a declaration has: the first with
// a body, otherwise the first. For a declaration of function type it returns that type.
// It returns nil for other declarations.
func signatureNode(nodes []*tsgo.Node) *tsgo.Node {
	var first *tsgo.Node
	for _, n := range nodes {
		f := syntax.DeclaredFunction(n)
		switch {
		case f != nil && f.Body() != nil:
			return f
		case first == nil && f != nil:
			first = f
		case first == nil && hasType(n) && n.Type() != nil && n.Type().Kind == tsgo.KindFunctionType:
			first = n.Type()
		}
	}
	return first
}

func hasType(n *tsgo.Node) bool {
	switch n.Kind {
	case tsgo.KindVariableDeclaration, tsgo.KindPropertyDeclaration, tsgo.KindPropertySignature,
		tsgo.KindParameter, tsgo.KindTypeAliasDeclaration:
		return true
	}
	return false
}

// parameters lists the parameters of a function, except a parameter that annotates the type of
// 'this'.
func (o *File) parameters(f *tsgo.Node) []facts.Parameter {
	var out []facts.Parameter
	for _, n := range f.Parameters() {
		name := o.textOf(n.Name())
		if n.Flags&tsgo.NodeFlagsReparsed != 0 || name == "this" || name == "" {
			continue
		}
		p := n.AsParameterDeclaration()
		out = append(out, facts.Parameter{
			Name: name, Type: o.textOf(p.Type),
			Optional: p.QuestionToken != nil || p.Initializer != nil,
			Rest:     p.DotDotDotToken != nil,
		})
	}
	return out
}

// textOf returns a copy of the text of a node, which does not keep the text of the file
// in memory.
func (o *File) textOf(n *tsgo.Node) string {
	if n == nil {
		return ""
	}
	return strings.Clone(tsgo.SourceText(n, o.Source))
}
