package outline

import (
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/parser"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// signature returns the signature of a function, or nil if it is empty.
func (o *Outline) signature(f *syntax.FunctionDef, method bool) *facts.Signature {
	s := &facts.Signature{
		Docstring: o.docstring(f.Body), Async: f.Async, Decorators: o.sources(f.Decorators),
		Parameters: o.parameters(f.Params, method && !syntax.HasDecorator(f, "staticmethod")),
	}
	if f.Returns != nil {
		s.Returns = o.Module.Source(f.Returns)
	}
	return orNil(s)
}

// orNil returns nil for an empty signature.
func orNil(s *facts.Signature) *facts.Signature {
	if s.Docstring == "" && len(s.Parameters) == 0 && s.Returns == "" && !s.Async && len(s.Decorators) == 0 {
		return nil
	}
	return s
}

// parameters lists the parameters of a function. It omits the first one if receiver is set.
func (o *Outline) parameters(p *syntax.Parameters, receiver bool) []facts.Parameter {
	var out []facts.Parameter
	for i, param := range p.List {
		if i == 0 && receiver && param.Kind <= syntax.PositionalOnly {
			continue
		}
		f := facts.Parameter{
			Name: param.Name.Name, Optional: param.Default != nil,
			Rest: param.Kind == syntax.VarPositional || param.Kind == syntax.VarKeyword,
		}
		if param.Unpacked != nil {
			f.Name = o.Module.Source(param.Unpacked)
		}
		if param.Annotation != nil {
			f.Type = o.Module.Source(param.Annotation)
		}
		if out == nil {
			out = make([]facts.Parameter, 0, len(p.List)-i)
		}
		out = append(out, f)
	}
	return out
}

func (o *Outline) sources(list []syntax.Expr) []string {
	var out []string
	for _, e := range list {
		out = append(out, o.Module.Source(e))
	}
	return out
}

// docstring returns the string at the start of a block, without the common indentation of its
// lines.
func (o *Outline) docstring(list []syntax.Stmt) string {
	if len(list) == 0 {
		return ""
	}
	s, ok := list[0].(*syntax.ExprStmt)
	if !ok {
		return ""
	}
	text, _ := o.Module.StringValue(s.Value)
	lines := strings.Split(strings.ReplaceAll(text, "\t", "        "), "\n")
	margin := -1
	for _, l := range lines[1:] {
		if trimmed := strings.TrimLeft(l, " "); trimmed != "" && (margin < 0 || len(l)-len(trimmed) < margin) {
			margin = len(l) - len(trimmed)
		}
	}
	for i, l := range lines {
		if i == 0 {
			lines[i] = strings.TrimSpace(l)
		} else {
			lines[i] = strings.TrimRight(l[min(max(margin, 0), len(l)):], " \r")
		}
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// Warning returns the text of a syntax error.
func Warning(path string, e *parser.Error) string {
	return fmt.Sprintf("%s:%d: %s", path, e.Line, e.Message)
}
