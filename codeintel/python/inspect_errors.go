package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// tryPattern notes a try statement by its parts, and handlers that hide too much.
func (i *finder) tryPattern(n *syntax.Try) {
	name := "try"
	switch {
	case len(n.Handlers) > 0 && n.Star:
		name += "/except*"
	case len(n.Handlers) > 0:
		name += "/except"
	}
	if len(n.Finally) > 0 {
		name += "/finally"
	}
	i.pattern(facts.PatternErrors, name, n)
	for _, h := range n.Handlers {
		if h.Type == nil {
			i.pattern(facts.PatternErrors, "bare except", h)
		}
		if swallows(h.Body) {
			i.pattern(facts.PatternErrors, "except: pass", h)
		}
	}
}

// swallows reports a block that does nothing.
func swallows(body []syntax.Stmt) bool {
	if len(body) != 1 {
		return false
	}
	switch s := body[0].(type) {
	case *syntax.Pass:
		return true
	case *syntax.ExprStmt:
		c, ok := s.Value.(*syntax.Constant)
		return ok && c.Kind == syntax.Ellipsis
	}
	return false
}

// errorCall notes contextlib.suppress.
func (i *finder) errorCall(c *call) {
	if c.name == "suppress" && i.imports["contextlib"] {
		i.pattern(facts.PatternErrors, "contextlib.suppress", c.node)
	}
}

// classPatterns notes what a class is as a whole.
func (i *finder) classPatterns(n *syntax.ClassDef) {
	for _, b := range n.Bases {
		name := syntax.LastName(syntax.Base(b))
		if name == "Exception" || name == "BaseException" || strings.HasSuffix(name, "Error") {
			i.pattern(facts.PatternErrors, "exception class", n)
			return
		}
	}
}

// guards notes the guard clauses that a body begins with: ifs without else that
// leave it, before something else. Variables may be assigned before and between.
func (i *finder) guards(body []syntax.Stmt) {
	for at, s := range body {
		switch s := s.(type) {
		case *syntax.If:
			way := leaving(s)
			if way == "" || at == len(body)-1 {
				return
			}
			i.pattern(facts.PatternGuard, "early "+way, s)
		case *syntax.Assign, *syntax.AnnAssign, *syntax.Global, *syntax.Nonlocal, *syntax.Import, *syntax.ImportFrom:
		default:
			if !syntax.IsString(s) {
				return
			}
		}
	}
}

// leaving returns how an if without else leaves what it stands in, or "".
func leaving(s *syntax.If) string {
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
