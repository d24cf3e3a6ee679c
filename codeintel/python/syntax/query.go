package syntax

// EachBlock calls f for each block of the statement s. It ignores the bodies of functions and
// classes.
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

// LastName returns the last component of a dotted name or of the callee of a call, and "" for
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

// Base returns the expression before all subscripts: `List` for `List[int]`.
func Base(e Expr) Expr {
	for {
		s, ok := e.(*Subscript)
		if !ok {
			return e
		}
		e = s.Value
	}
}

// IsUpper reports whether a name is written like a constant: with at least one letter and no
// lower-case letter.
func IsUpper(name string) bool {
	letter := false
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 0x80 {
			return false
		}
		letter = letter || c >= 'A' && c <= 'Z'
	}
	return letter
}

// HasDecorator reports whether a function has a decorator whose last name is name.
func HasDecorator(f *FunctionDef, name string) bool {
	for _, d := range f.Decorators {
		if LastName(d) == name {
			return true
		}
	}
	return false
}

// Root returns the first name of a dotted name, or nil if e is not a dotted name.
func Root(e Expr) *Name {
	for {
		switch x := e.(type) {
		case *Name:
			return x
		case *Attribute:
			e = x.Value
		default:
			return nil
		}
	}
}

// IsString reports whether a statement consists of a string literal, as a docstring does.
func IsString(s Stmt) bool {
	e, ok := s.(*ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.Value.(*Constant)
	return ok && c.Kind == String
}
