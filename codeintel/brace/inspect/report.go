package inspect

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// MaxTokens bounds searches among the arguments, bases or attributes of a declaration or
// call, in tokens.
const MaxTokens = 50

// inspector inspects one file.
type inspector struct {
	*syntax.File
	flow      *Flow
	tables    *Patterns
	out       facts.Inspection
	enclosing []int32 // by token, as [syntax.File.Enclosing] returns it
}

// report adds a pattern that extends from one token to another.
func (in *inspector) report(kind, name string, d, from, to int) {
	line := in.LineOf(from)
	in.out.Patterns = append(in.out.Patterns, facts.Pattern{
		Kind: kind, Name: name, Decl: d, Line: line, EndLine: max(line, in.EndLineOf(to)),
	})
}

// reportOnce adds a pattern at token i unless the declaration d already has it.
func (in *inspector) reportOnce(kind, name string, d, i int) {
	for n := len(in.out.Patterns) - 1; n >= 0 && n >= len(in.out.Patterns)-20; n-- {
		if p := &in.out.Patterns[n]; p.Decl == d && p.Kind == kind && p.Name == name {
			return
		}
	}
	in.report(kind, name, d, i, i)
}

// reportDecl adds a pattern that extends over declaration d.
func (in *inspector) reportDecl(kind, name string, d int) {
	at := &in.Decls[d]
	in.report(kind, name, d, at.NameAt, at.To-1)
}

// FirstString returns the first string among the tokens without its quotes, or "".
func FirstString(f *syntax.File, from, to int) string {
	for i := from; i < to; i++ {
		if f.Tokens[i].Kind == lex.String {
			return strings.Trim(f.Written(i, i+1), `"`)
		}
	}
	return ""
}

// argument returns the first argument of a call if it is a string, or "".
func (in *inspector) argument(open int) string {
	if open+1 < len(in.Tokens) && in.Tokens[open+1].Kind == lex.String {
		return strings.Trim(in.Written(open+1, open+2), `"`)
	}
	return ""
}

// hasAttribute reports whether one of the first [MaxTokens] attributes of a
// declaration satisfies a condition.
func hasAttribute(d *syntax.Decl, is func(syntax.Attribute) bool) bool {
	for _, a := range d.Attributes[:min(len(d.Attributes), MaxTokens)] {
		if is(a) {
			return true
		}
	}
	return false
}
