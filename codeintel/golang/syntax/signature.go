package syntax

import (
	"go/ast"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// addSignatures adds the signatures. Their texts are copies, so that they do not keep the text
// of the file in memory.
func (o *outline) addSignatures() {
	for i, from := range o.origins {
		s := facts.Signature{}
		for _, doc := range from.docs {
			if doc != nil {
				s.Docstring, s.Decorators = docstring(doc), directives(doc)
				break
			}
		}
		if f, ok := from.of.(*ast.FuncType); ok {
			s.Parameters, s.Returns = o.parameters(f.Params), o.results(f.Results)
		}
		if s.Docstring != "" || s.Decorators != nil || s.Parameters != nil || s.Returns != "" {
			o.decls[i].Signature = &s
		}
	}
}

// docstring returns the text of a comment without lines that are tags (see [coderef2.IsTag]).
func docstring(doc *ast.CommentGroup) string {
	var lines []string
	for line := range strings.Lines(doc.Text()) {
		if !coderef2.IsTag(line) {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, ""))
}

// directives returns the compiler and tool directives of a comment, such as go:noinline.
func directives(doc *ast.CommentGroup) []string {
	var out []string
	for _, c := range doc.List {
		// A directive has neither a space nor an upper-case letter after "//", and a colon:
		// see https://go.dev/doc/comment#Syntax
		text, ok := strings.CutPrefix(c.Text, "//")
		name, _, colon := strings.Cut(text, ":")
		if ok && colon && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == "" {
			out = append(out, strings.Clone(strings.TrimSpace(text)))
		}
	}
	return out
}

func (o *outline) parameters(list *ast.FieldList) []facts.Parameter {
	if list == nil {
		return nil
	}
	var out []facts.Parameter
	for _, field := range list.List {
		p := facts.Parameter{Name: "_"}
		t := field.Type
		if rest, ok := t.(*ast.Ellipsis); ok {
			p.Rest, t = true, rest.Elt
		}
		if t != nil {
			p.Type = o.Source(t)
		}
		if len(field.Names) == 0 {
			out = append(out, p)
		}
		for _, name := range field.Names {
			p.Name = strings.Clone(name.Name)
			out = append(out, p)
		}
	}
	return out
}

// results returns the source of the results.
func (o *outline) results(list *ast.FieldList) string {
	if list == nil || len(list.List) == 0 {
		return ""
	}
	return o.Source(list)
}
