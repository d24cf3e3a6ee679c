package native

import "strings"

// chain is a name with what qualifies it: A::B::f, ~A, operator==.
type chain struct {
	parts []string
	token int  // of its last part, or -1
	first int  // of its first
	count int  // chains before it: the parts of a type
	macro bool // the use of a macro stands before it: PyAPI_FUNC(int) name(void)
}

// isMacro reports a name that is written as those of macros are.
func isMacro(name string) bool { return len(name) > 1 && name == strings.ToUpper(name) }

// extend goes on with a chain, or begins the next.
func (r *reader) extend(c chain, j int, part string) chain {
	if c.token >= 0 && r.Is(j-1, "::") {
		c.parts = append(c.parts, part)
		c.token = j
		return c
	}
	next := chain{parts: []string{part}, token: j, first: j}
	if c.token >= 0 || c.macro && !isMacro(part) {
		next.count = c.count + 1
	}
	return next
}

// operatorEnd returns the parenthesis that opens the parameters of an operator.
func (r *reader) operatorEnd(j, hi int) int {
	if r.Is(j+1, "(") && r.Is(j+2, ")") {
		return min(j+3, hi)
	}
	return min(r.findPlain(j+1, hi, "("), hi)
}

// findPlain returns the first of the tokens that is text, or a brace or semicolon.
func (r *reader) findPlain(i, hi int, text string) int {
	for ; i < hi; i++ {
		if r.Is(i, text) || r.IsOne(i, "{", "}", ";") {
			return i
		}
	}
	return hi
}

func operatorName(r *reader, j, open int) string {
	what := r.Written(j+1, open)
	if r.IsName(j+1) || strings.HasPrefix(what, `"`) {
		return "operator " + what
	}
	return "operator" + strings.ReplaceAll(what, " ", "")
}
