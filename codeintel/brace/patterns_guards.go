package brace

import "github.com/coderef-system/coderefd/codeintel/facts"

// guards notes the guard clauses that the body of a function or loop begins with:
// conditions without else that leave it. Variables may be declared before and
// between. The last statement guards nothing.
func (in *inspector) guards(i, hi int, inLoop bool) {
	for i < hi {
		if next := in.variableEnd(i, hi); next > i {
			i = next
			continue
		}
		next, name := in.guard(i, hi)
		if name == "" || next >= hi || (name == "early continue" || name == "early break") && !inLoop {
			return
		}
		in.found(facts.PatternGuard, name, int(in.in[i]), i, next-1)
		i = next
	}
}

// variableEnd returns the token behind the declaration of a variable at i, or i.
func (in *inspector) variableEnd(i, hi int) int {
	if in.flow.bare {
		if !in.is(i, "let") {
			return i
		}
		if end := in.find(i, hi, "else", ";"); end < hi && in.is(end, ";") {
			return end + 1
		}
		return i
	}
	if !in.isName(i) || in.flow.words[in.word(i)] != 0 || in.reserved(i) && !in.is(i, "var") {
		return i
	}
	equals := in.find(i, hi, "=", ";", "{")
	if equals >= hi || in.is(equals, "{") || equals < i+2 || !in.isName(equals-1) || !in.isName(equals-2) && !in.isOne(equals-2, ">", "*", "&", "]", "?") {
		return i
	}
	return min(in.find(equals, hi, ";")+1, hi)
}

// guard reads a guard at i: the token behind it, and what it does; "" for none.
func (in *inspector) guard(i, hi int) (next int, name string) {
	if check := in.check(i); check != "" {
		return min(in.find(i, hi, ";")+1, hi), check
	}
	var body int
	switch {
	case in.flow.bare && in.is(i, "let"): // let ... else { return }
		body = in.find(i, hi, "else", ";") + 1
		if !in.is(body-1, "else") {
			return 0, ""
		}
	case !in.is(i, "if") || i+1 >= hi:
		return 0, ""
	case in.flow.bare:
		body = in.find(i+1, hi, "{", ";")
	default:
		body = in.after(i+1, hi)
	}
	if body >= hi {
		return 0, ""
	}
	last := body
	if in.is(body, "{") {
		last = in.lastStatement(in.inside(body, hi))
		next = in.after(body, hi)
	} else {
		next = min(in.find(body, hi, ";")+1, hi)
	}
	if next < hi && in.is(next, ";") {
		next++
	}
	if in.is(next, "else") {
		return 0, ""
	}
	return next, in.leaving(last)
}

// check returns the name of a call that throws unless a condition holds, or "".
func (in *inspector) check(i int) string {
	switch w := in.word(i); w {
	case "assert", "assert_eq", "assert_ne", "debug_assert", "ensure":
		if in.lifetimes && in.is(i+1, "!") {
			return w + "!"
		}
		if w == "assert" && (in.textBlocks || in.defines && in.is(i+1, "(")) {
			return w
		}
	case "Objects", "Preconditions", "ArgumentNullException", "ArgumentException", "ArgumentOutOfRangeException":
		if in.is(i+1, ".") && in.is(i+3, "(") {
			return in.written(i, i+3)
		}
	}
	return ""
}

// leaving returns how a statement leaves what it stands in, or "".
func (in *inspector) leaving(i int) string {
	switch w := in.word(i); w {
	case "return", "throw", "continue", "break", "goto":
		return "early " + w
	case "co_return":
		return "early return"
	case "yield":
		if in.interpolated && in.is(i+1, "break") {
			return "early return"
		}
	case "panic", "bail", "unreachable":
		if in.lifetimes && in.is(i+1, "!") {
			return "early " + w
		}
	}
	return ""
}

// lastStatement returns the token that the last statement of a block begins with.
func (in *inspector) lastStatement(from, to int) int {
	last := from
	for j := from; j < to; {
		ends := in.isOne(j, ";", "{")
		if j = in.after(j, to); ends && j < to {
			last = j
		}
	}
	return last
}
