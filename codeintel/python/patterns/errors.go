package patterns

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// tryPattern records a try statement by its clauses, and handlers that hide errors.
func (f *Finder) tryPattern(n *syntax.Try) {
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
	f.pattern(facts.PatternErrors, name, n)
	for _, h := range n.Handlers {
		if h.Type == nil {
			f.pattern(facts.PatternErrors, "bare except", h)
		}
		if isEmpty(h.Body) {
			f.pattern(facts.PatternErrors, "except: pass", h)
		}
	}
}

// isEmpty reports whether a block does nothing.
func isEmpty(body []syntax.Stmt) bool {
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

// errorCall records contextlib.suppress.
func (f *Finder) errorCall(c *call) {
	if c.name == "suppress" && f.imports["contextlib"] {
		f.pattern(facts.PatternErrors, "contextlib.suppress", c.node)
	}
}

// MatchClass records the patterns of a class definition.
func (f *Finder) MatchClass(n *syntax.ClassDef) {
	for _, b := range n.Bases {
		name := syntax.LastName(syntax.Base(b))
		if name == "Exception" || name == "BaseException" || strings.HasSuffix(name, "Error") {
			f.pattern(facts.PatternErrors, "exception class", n)
			return
		}
	}
}
