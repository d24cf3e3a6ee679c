package patterns

import (
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// guards records the guard clauses at the start of a body: ifs without else that leave the
// body. Assignments and imports may precede them.
func (f *Finder) guards(body []syntax.Stmt) {
	for at, s := range body {
		switch s := s.(type) {
		case *syntax.If:
			exit := exitOf(s)
			if exit == "" || at == len(body)-1 {
				return
			}
			f.pattern(facts.PatternGuard, "early "+exit, s)
		case *syntax.Assign, *syntax.AnnAssign, *syntax.Global, *syntax.Nonlocal, *syntax.Import, *syntax.ImportFrom:
		default:
			if !syntax.IsString(s) {
				return
			}
		}
	}
}

// exitOf returns the keyword with which an if without else leaves its block, or "".
func exitOf(s *syntax.If) string {
	if len(s.Else) > 0 || len(s.Body) == 0 {
		return ""
	}
	switch s.Body[len(s.Body)-1].(type) {
	case *syntax.Return:
		return "return"
	case *syntax.Raise:
		return "raise"
	case *syntax.Continue:
		return "continue"
	case *syntax.Break:
		return "break"
	}
	return ""
}
