package native

import "strings"

// chain is a qualified name: A::B::f, ~A, operator==.
type chain struct {
	parts []string
	token int  // the token of its last part, or -1
	first int  // the token of its first part
	count int  // the number of chains before it, which are parts of a type
	macro bool // the use of a macro precedes it: PyAPI_FUNC(int) name(void)
}

// isMacro reports whether a name is in upper case, as the names of macros usually are.
func isMacro(name string) bool { return len(name) > 1 && name == strings.ToUpper(name) }

// extend adds a part to a chain, or begins the next chain.
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

// findPlain returns the first token that is text, a brace or a semicolon.
func (r *reader) findPlain(i, hi int, text string) int {
	for ; i < hi; i++ {
		if r.Is(i, text) || r.IsOne(i, "{", "}", ";") {
			return i
		}
	}
	return hi
}

// operatorName returns the name of the operator whose keyword is token j.
func operatorName(r *reader, j, open int) string {
	symbol := r.Written(j+1, open)
	if r.IsName(j+1) || strings.HasPrefix(symbol, `"`) {
		return "operator " + symbol
	}
	return "operator" + strings.ReplaceAll(symbol, " ", "")
}
