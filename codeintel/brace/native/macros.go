package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// macros adds a constant for each #define, and a function for each with parameters. A
// macro without value, such as an include guard, is not added.
func (r *reader) macros() {
	for _, d := range r.Directives {
		if d.Word != "define" {
			continue
		}
		rest := r.Text[d.Start:d.End]
		trimmed := strings.TrimLeft(rest, " \t")
		name := trimmed
		for i := range len(trimmed) {
			if c := trimmed[i]; !lex.IsLetter(c) && (c < '0' || c > '9') && c != '$' {
				name = trimmed[:i]
				break
			}
		}
		value := trimmed[len(name):]
		if name == "" || strings.TrimSpace(value) == "" || strings.HasPrefix(strings.TrimSpace(value), "//") {
			continue
		}
		elementType := facts.Constant
		if value[0] == '(' {
			elementType = facts.Function
		}
		r.Decls = append(r.Decls, syntax.Decl{Decl: facts.Decl{
			Element: facts.Element{
				Type: elementType, Name: strings.Clone(name), File: r.Path,
				Line: d.Line, EndLine: max(d.Line, r.Line(max(d.End-1, 0))), Exported: r.header,
			},
			Parent: -1, TopLevel: true, Signature: r.macroSignature(value),
		}, NameAt: -1, Body: -1, BodyEnd: -1})
	}
}

// macroSignature returns the signature of a macro with the given value, or nil.
func (r *reader) macroSignature(value string) *facts.Signature {
	if r.Shallow || value[0] != '(' {
		return nil
	}
	list, _, _ := strings.Cut(value[1:], ")")
	sig := &facts.Signature{}
	for _, p := range strings.Split(list, ",") {
		p = strings.TrimSpace(strings.ReplaceAll(p, "\\\n", ""))
		if p == "" || len(p) > lex.MaxWritten {
			continue
		}
		named := strings.TrimSuffix(p, "...")
		sig.Parameters = append(sig.Parameters, facts.Parameter{Name: strings.Clone(named), Rest: named != p})
	}
	if len(sig.Parameters) == 0 {
		return nil
	}
	return sig
}
