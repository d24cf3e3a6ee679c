package golang

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// tree is one parsed version of a file.
type tree struct {
	path     string
	file     *ast.File
	token    *token.File
	text     string
	decls    []facts.Decl
	at       map[token.Pos]int // where a declared name stands, to its declaration
	funcs    map[*ast.FuncDecl]int
	literals map[*ast.FuncLit]int // functions that are declarations of a body
	warning  string               // the first syntax error
}

// parse parses a file of the project into fset, or into one of its own if that
// is nil; then comments are parsed too, and declarations signed. It recovers from syntax errors; the error is [facts.ErrTooDeep] or says
// that the parser itself failed.
func parse(path, text string, fset *token.FileSet) (t *tree, err error) {
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("parse %s: parser panic: %v", path, r)
		}
	}()
	mode, signed := parser.SkipObjectResolution|parser.AllErrors, fset == nil
	if signed {
		fset, mode = token.NewFileSet(), mode|parser.ParseComments
	}
	file, problem := parser.ParseFile(fset, path, text, mode)
	if problem != nil && tooDeep(problem) {
		return nil, facts.ErrTooDeep
	}
	t = &tree{path: path, file: file, token: fset.File(file.FileStart), text: text}
	o := newOutline(t)
	o.declarations(file.Decls)
	o.bodies(file.Decls)
	o.finish()
	if signed {
		o.sign()
	}
	t.decls, t.at, t.funcs, t.literals = o.decls, o.at, o.funcs, o.literals
	t.warning = syntaxWarning(path, t.token, problem)
	return t, nil
}

// tooDeep reports that the parser gave up because of the nesting.
func tooDeep(problem error) bool {
	var list scanner.ErrorList
	if !errors.As(problem, &list) {
		return false
	}
	for _, e := range list {
		if strings.Contains(e.Msg, "exceeded max nesting depth") {
			return true
		}
	}
	return false
}

// line returns the line of a position as it is in the file: line comments that
// claim otherwise are for the tools that wrote them.
func (t *tree) line(p token.Pos) int { return t.token.PositionFor(clamp(t.token, p), false).Line }

// position returns line and column; the column counts UTF-16 units.
func (t *tree) position(p token.Pos) (line, column int) {
	at := t.token.PositionFor(clamp(t.token, p), false)
	start := at.Offset - (at.Column - 1)
	column = 1
	for _, r := range t.text[start:at.Offset] {
		column++
		if r >= 0x10000 {
			column++
		}
	}
	return at.Line, column
}

// clamp moves a position into its file: those of nodes that a syntax error cut
// short may lie behind its end.
func clamp(f *token.File, p token.Pos) token.Pos {
	return max(token.Pos(f.Base()), min(p, token.Pos(f.Base()+f.Size())))
}

// MaxWarnings bounds the warnings about configurations, maxWarningBytes each of
// all warnings.
const (
	MaxWarnings     = 20
	maxWarningBytes = 300
)

// syntaxWarning words the first syntax error of a file; those behind it often
// only follow from it.
func syntaxWarning(path string, f *token.File, problem error) string {
	var list scanner.ErrorList
	switch {
	case problem == nil:
		return ""
	case errors.As(problem, &list) && len(list) > 0:
		offset := max(0, min(list[0].Pos.Offset, f.Size()))
		return warning(path, f.PositionFor(f.Pos(offset), false).Line, list[0].Msg)
	default:
		return warning(path, 1, problem.Error())
	}
}

// warning words a problem: file:line: what the parser says.
func warning(path string, line int, message string) string {
	text := fmt.Sprintf("%s:%d: %s", path, line, strings.Join(strings.Fields(message), " "))
	if len(text) <= maxWarningBytes {
		return text
	}
	const ellipsis = "…"
	cut := maxWarningBytes - len(ellipsis)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + ellipsis
}
