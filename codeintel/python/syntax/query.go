package syntax

// EachBlock calls f for the blocks of a statement that opens no scope.
func EachBlock(s Stmt, f func([]Stmt)) {
	switch s := s.(type) {
	case *If:
		f(s.Body)
		f(s.Else)
	case *For:
		f(s.Body)
		f(s.Else)
	case *While:
		f(s.Body)
		f(s.Else)
	case *With:
		f(s.Body)
	case *Try:
		f(s.Body)
		for _, h := range s.Handlers {
			f(h.Body)
		}
		f(s.Else)
		f(s.Finally)
	case *Match:
		for _, c := range s.Cases {
			f(c.Body)
		}
	case *Bad:
		f(s.Body)
	}
}

// LastName returns the last part of a dotted name, of a call of one too; "" for
// other expressions.
func LastName(e Expr) string {
	switch e := e.(type) {
	case *Name:
		return e.ID
	case *Attribute:
		return e.Attr.Name
	case *Call:
		return LastName(e.Func)
	}
	return ""
}

// Base returns what a subscript is of: List for List[int].
func Base(e Expr) Expr {
	for {
		s, ok := e.(*Subscript)
		if !ok {
			return e
		}
		e = s.Value
	}
}
