package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// declaration adds a function, variable, field or record, or skips another construct,
// such as the use of a macro.
func (r *reader) declaration(i, hi int, o scope, h head) int {
	if r.Is(i, "{") {
		from, to := r.Inside(i, hi)
		r.items(from, to, o) // extern "C", or stray braces
		return r.After(i, hi)
	}
	if open := r.definition(i, hi); open >= 0 {
		return r.recordDeclaration(i, open, hi, o, h)
	}
	c := chain{token: -1, first: -1}
	for j := i; j < hi; {
		w := r.Word(j)
		switch {
		case r.Grammar.Control[w] != 0 && r.IsName(j):
			return r.SkipStatement(j, hi) // a statement
		case w == "operator" && r.Tokens[j].Kind == lex.Ident:
			open := r.operatorEnd(j, hi)
			c = r.extend(c, j, operatorName(r, j, open))
			j = open
		case r.IsName(j) && r.Is(j+1, "(") && takesArguments[w]:
			if w == "decltype" || strings.Contains(w, "typeof") {
				c = chain{token: j, first: j, count: c.count + 1, parts: []string{w}}
			}
			j = r.After(j+1, hi)
		case r.IsName(j) && o.class && j > i && r.IsOne(j, "public", "private", "protected") && r.accessEnd(j, hi) > j:
			return j // after the use of a macro
		case restarts[w] && r.IsName(j) && j > i && c.count == 0 && len(c.parts) == 1 && isMacro(c.parts[0]):
			return j // after the use of a macro, too
		case r.IsName(j) && syntax.IsQualifier(w):
			j++
		case r.IsName(j):
			c = r.extend(c, j, r.Name(j))
			if j++; r.Is(j, "<") {
				if end := r.Angle(j, hi); end > j {
					j = end
				} else {
					return r.SkipStatement(j, hi)
				}
			}
		case w == "~" && r.IsName(j+1):
			c = r.extend(c, j, "~"+r.Name(j+1))
			j += 2
		case w == "::", w == "*", w == "&", w == "&&", w == "^":
			j++
		case w == "[":
			if r.Is(j+1, "[") {
				j = r.After(j, hi)
				continue
			}
			return r.variables(i, j, hi, o, h, c)
		case w == "(":
			next, done := r.parenthesis(i, j, hi, o, h, &c)
			if done {
				return next
			}
			if j = next; c.token < 0 {
				i = j // after the use of a macro
			}
		case w == "=", w == ";", w == ",", w == ":", w == "{":
			return r.variables(i, j, hi, o, h, c)
		default:
			return r.SkipStatement(j, hi)
		}
	}
	return hi
}

// takesArguments are the attributes and types that are written like calls.
var takesArguments = syntax.WordSet( //nolint:gochecknoglobals // never written
	"__attribute__", "__attribute", "__declspec", "alignas", "_Alignas", "decltype", "typeof", "__typeof__",
)

// restarts are words that begin a declaration after any token.
var restarts = syntax.WordSet( //nolint:gochecknoglobals // never written
	"namespace", "class", "struct", "union", "enum", "template", "using", "typedef", "extern", "friend", "public",
	"private", "protected", "static", "inline",
)

// recordDeclaration adds a class and the variables declared with it.
func (r *reader) recordDeclaration(i, open, hi int, o scope, h head) int {
	r.record(i, open, hi, o, h, -1)
	after := r.After(open, hi)
	end := r.Find(after, hi, ";", "{", "}")
	if end >= hi || r.IsOne(end, "}", "{") ||
		r.Find(after, end, "(") < end && !r.Is(r.Find(after, end, "="), "=") {
		return after // the ; is missing
	}
	if after < end {
		r.declarators(after, end, end+1, "", o, h)
	}
	return end + 1
}

// parenthesis interprets the parenthesis at j: as the parameters of a function, a
// declarator, or the arguments of a macro. The declaration continues after a macro.
func (r *reader) parenthesis(i, j, hi int, o scope, h head, c *chain) (next int, done bool) {
	after := r.After(j, hi)
	if pointer := r.Pointed(j, hi); pointer >= 0 && c.token >= 0 && r.Is(after, "(") {
		return r.pointer(i, j, pointer, hi, o, h), true
	}
	if c.token < 0 {
		return after, false
	}
	if r.Is(after, "(") && j+2 == after-1 && r.IsName(j+1) {
		// int (name)(int)
		*c = chain{parts: []string{r.Name(j + 1)}, token: j + 1, first: j + 1, count: c.count + 1}
		return after, false
	}
	if prototypeMacros[r.Word(c.token)] && c.count > 0 && c.token > i { // int f PARAMS((int))
		c.token, c.first, c.parts = c.token-1, c.token-1, []string{r.Name(c.token - 1)}
		c.count--
		if j+1 < after && r.Is(j+1, "(") {
			j++
		}
	}
	member := o.class && len(c.parts) == 1 && (c.parts[0] == o.Name || c.parts[0][0] == '~')
	if c.count == 0 && len(c.parts) == 1 && !member && !strings.HasPrefix(c.parts[0], "operator") {
		return r.untyped(i, j, after, hi, o, h, c)
	}
	return r.function(i, j, after, hi, o, h, c), true
}

// prototypeMacros are the macros that hide parameters from compilers that do not support
// prototypes.
var prototypeMacros = syntax.WordSet( //nolint:gochecknoglobals // never written
	"__P", "PARAMS", "OF", "PROTO", "_PROTO", "__PROTO", "_Z_OF", "ARGS",
)

// untyped reads a name without a type: main() in old C, a macro that replaces the head
// of a function or test, or macros before a declaration.
func (r *reader) untyped(i, j, after, hi int, o scope, h head, c *chain) (next int, done bool) {
	switch {
	case after >= hi:
		return hi, true
	case r.Is(after, "{"):
		if o.class {
			return r.After(after, hi), true
		}
		return r.function(i, j, after, hi, o, h, c), true
	case r.Is(after, ";"):
		return after + 1, true
	case r.IsName(after) && r.oldStyle(j, after, hi) >= 0:
		return r.function(i, j, after, hi, o, h, c), true
	case restarts[r.Word(after)], r.Is(after, "}"):
		return after, true
	case r.IsName(after), r.IsOne(after, "~", "[", "*"):
		*c = chain{token: -1, first: -1, macro: true}
		return r.prefixEnd(after, hi, &h), false
	default:
		return r.SkipStatement(after, hi), true
	}
}
