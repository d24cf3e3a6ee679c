package brace

import (
	"strings"
)

// chain is a name with what qualifies it: A::B::f, ~A, operator==.
type chain struct {
	parts []string
	token int  // of its last part, or -1
	first int  // of its first
	count int  // chains before it: the parts of a type
	macro bool // the use of a macro stands before it: PyAPI_FUNC(int) name(void)
}

// declaration reads a function, variable, field or record, or passes over what is
// none, such as the use of a macro.
func (s *scan) declaration(i, hi int, o nativeScope, h nativeHead) int {
	if s.is(i, "{") {
		from, to := s.inside(i, hi)
		s.nativeItems(from, to, o) // extern "C", or stray braces
		return s.after(i, hi)
	}
	if open := s.definition(i, hi); open >= 0 {
		return s.recordDeclaration(i, open, hi, o, h)
	}
	c := chain{token: -1, first: -1}
	for j := i; j < hi; {
		w := s.word(j)
		switch {
		case s.flow.words[w] != 0 && s.isName(j):
			return s.pass(j, hi) // a statement
		case w == "operator" && s.tokens[j].kind == ident:
			open := s.operatorEnd(j, hi)
			c = s.extend(c, j, operatorName(s, j, open))
			j = open
		case s.isName(j) && s.is(j+1, "(") && (w == "__attribute__" || w == "__declspec" || w == "alignas" || w == "decltype" || w == "typeof" || w == "__typeof__" || w == "_Alignas" || w == "__attribute"):
			if w == "decltype" || strings.Contains(w, "typeof") {
				c = chain{token: j, first: j, count: c.count + 1, parts: []string{w}}
			}
			j = s.after(j+1, hi)
		case s.isName(j) && o.class && j > i && s.isOne(j, "public", "private", "protected") && s.accessEnd(j, hi) > j:
			return j // the use of a macro stood before it
		case restarts[w] && s.isName(j) && j > i && c.count == 0 && len(c.parts) == 1 && isMacro(c.parts[0]):
			return j // likewise
		case s.isName(j) && qualifiers[w]:
			j++
		case s.isName(j):
			c = s.extend(c, j, s.name(j))
			if j++; s.is(j, "<") {
				if end := s.angle(j, hi); end > j {
					j = end
				} else {
					return s.pass(j, hi)
				}
			}
		case w == "~" && s.isName(j+1):
			c = s.extend(c, j, "~"+s.name(j+1))
			j += 2
		case w == "::", w == "*", w == "&", w == "&&", w == "^":
			j++
		case w == "[":
			if s.is(j+1, "[") {
				j = s.after(j, hi)
				continue
			}
			return s.variables(i, j, hi, o, h, c)
		case w == "(":
			next, done := s.parenthesis(i, j, hi, o, h, &c)
			if done {
				return next
			}
			if j = next; c.token < 0 {
				i = j // a macro stood before it
			}
		case w == "=", w == ";", w == ",", w == ":", w == "{":
			return s.variables(i, j, hi, o, h, c)
		default:
			return s.pass(j, hi)
		}
	}
	return hi
}

// restarts are words that begin a declaration, whatever stands before them.
var restarts = set("namespace", "class", "struct", "union", "enum", "template", "using", "typedef", "extern", "friend", "public", //nolint:gochecknoglobals // never written
	"private", "protected", "static", "inline")

// isMacro reports a name that is written as those of macros are.
func isMacro(name string) bool { return len(name) > 1 && name == strings.ToUpper(name) }

// extend goes on with a chain, or begins the next.
func (s *scan) extend(c chain, j int, part string) chain {
	if c.token >= 0 && s.is(j-1, "::") {
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

// recordDeclaration reads a class and the variables declared with it.
func (s *scan) recordDeclaration(i, open, hi int, o nativeScope, h nativeHead) int {
	s.record(i, open, hi, o, h, -1)
	behind := s.after(open, hi)
	end := s.find(behind, hi, ";", "{", "}")
	if end >= hi || s.is(end, "}") || s.is(end, "{") || s.find(behind, end, "(") < end && !s.is(s.find(behind, end, "="), "=") {
		return behind // the ; is missing
	}
	if behind < end {
		s.declarators(behind, end, end+1, "", o, h)
	}
	return end + 1
}

// operatorEnd returns the parenthesis that opens the parameters of an operator.
func (s *scan) operatorEnd(j, hi int) int {
	if s.is(j+1, "(") && s.is(j+2, ")") {
		return min(j+3, hi)
	}
	return min(s.findPlain(j+1, hi, "("), hi)
}

// findPlain returns the first of the tokens that is text, or a brace or semicolon.
func (s *scan) findPlain(i, hi int, text string) int {
	for ; i < hi; i++ {
		if s.is(i, text) || s.isOne(i, "{", "}", ";") {
			return i
		}
	}
	return hi
}

func operatorName(s *scan, j, open int) string {
	what := s.written(j+1, open)
	if s.isName(j+1) || strings.HasPrefix(what, `"`) {
		return "operator " + what
	}
	return "operator" + strings.ReplaceAll(what, " ", "")
}

// parenthesis judges a parenthesis at j: the parameters of a function, a declarator
// in parentheses, or the use of a macro, behind which the declaration goes on.
func (s *scan) parenthesis(i, j, hi int, o nativeScope, h nativeHead, c *chain) (next int, done bool) {
	behind := s.after(j, hi)
	if pointer := s.pointed(j, hi); pointer >= 0 && c.token >= 0 && s.is(behind, "(") {
		return s.pointer(i, j, pointer, hi, o, h), true
	}
	if c.token < 0 {
		return behind, false
	}
	if s.is(behind, "(") && j+2 == behind-1 && s.isName(j+1) {
		// int (name)(int)
		*c = chain{parts: []string{s.name(j + 1)}, token: j + 1, first: j + 1, count: c.count + 1}
		return behind, false
	}
	if prototypeMacro[s.word(c.token)] && c.count > 0 && c.token > i { // int f PARAMS((int))
		c.token, c.first, c.parts = c.token-1, c.token-1, []string{s.name(c.token - 1)}
		c.count--
		if j+1 < behind && s.is(j+1, "(") {
			j++
		}
	}
	member := o.class && len(c.parts) == 1 && (c.parts[0] == o.simple || c.parts[0][0] == '~')
	if c.count == 0 && len(c.parts) == 1 && !member && !strings.HasPrefix(c.parts[0], "operator") {
		return s.untyped(i, j, behind, hi, o, h, c)
	}
	return s.function(i, j, behind, hi, o, h, c), true
}

// prototypeMacro are macros that hide parameters from compilers of old.
var prototypeMacro = set("__P", "PARAMS", "OF", "PROTO", "_PROTO", "__PROTO", "_Z_OF", "ARGS") //nolint:gochecknoglobals // never written

// untyped reads what has no type before its name: at file level main() of old, a
// test of a framework, or a macro that stands for the head of a function; and
// macros before a declaration.
func (s *scan) untyped(i, j, behind, hi int, o nativeScope, h nativeHead, c *chain) (next int, done bool) {
	switch {
	case behind >= hi:
		return hi, true
	case s.is(behind, "{"):
		if o.class {
			return s.after(behind, hi), true
		}
		return s.function(i, j, behind, hi, o, h, c), true
	case s.is(behind, ";"):
		return behind + 1, true
	case s.isName(behind) && s.oldStyle(j, behind, hi) >= 0:
		return s.function(i, j, behind, hi, o, h, c), true
	case restarts[s.word(behind)], s.is(behind, "}"):
		return behind, true
	case s.isName(behind), s.isOne(behind, "~", "[", "*"):
		*c = chain{token: -1, first: -1, macro: true}
		return s.nativePrefix(behind, hi, &h), false
	default:
		return s.pass(behind, hi), true
	}
}

// oldStyle returns the brace of a function whose parameters are declared before it,
// as C was written first; or -1.
func (s *scan) oldStyle(open, behind, hi int) int {
	from, to := s.inside(open, hi)
	if from >= to {
		return -1
	}
	for i := from; i < to; i++ {
		if !s.isName(i) && !s.is(i, ",") || s.isName(i) && s.isName(i-1) {
			return -1
		}
	}
	for i := behind; i < hi; i++ {
		switch {
		case s.is(i, "{"):
			if s.is(i-1, ";") {
				return i
			}
			return -1
		case s.isOne(i, "}", "=", "("):
			if s.is(i, "(") && s.pointed(i, hi) >= 0 {
				i = s.after(i, hi) - 1
				continue
			}
			if s.is(i, "(") && s.is(i-1, ")") {
				i = s.after(i, hi) - 1
				continue
			}
			return -1
		}
	}
	return -1
}
