package python

import "github.com/coderef-system/coderefd/codeintel/python/syntax"

// eachBlock calls f for the blocks of a statement that opens no scope.
func eachBlock(s syntax.Stmt, f func([]syntax.Stmt)) {
	switch s := s.(type) {
	case *syntax.If:
		f(s.Body)
		f(s.Else)
	case *syntax.For:
		f(s.Body)
		f(s.Else)
	case *syntax.While:
		f(s.Body)
		f(s.Else)
	case *syntax.With:
		f(s.Body)
	case *syntax.Try:
		f(s.Body)
		for _, h := range s.Handlers {
			f(h.Body)
		}
		f(s.Else)
		f(s.Finally)
	case *syntax.Match:
		for _, c := range s.Cases {
			f(c.Body)
		}
	case *syntax.Bad:
		f(s.Body)
	}
}

// lastName returns the last part of a dotted name, of a call of one too; "" for
// other expressions.
func lastName(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		return e.ID
	case *syntax.Attribute:
		return e.Attr.Name
	case *syntax.Call:
		return lastName(e.Func)
	}
	return ""
}

// baseOf returns what a subscript is of: List for List[int].
func baseOf(e syntax.Expr) syntax.Expr {
	for {
		s, ok := e.(*syntax.Subscript)
		if !ok {
			return e
		}
		e = s.Value
	}
}
