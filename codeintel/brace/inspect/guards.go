package inspect

import (
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// checkers are the types and classes whose static methods check a condition and throw.
var checkers = syntax.WordSet( //nolint:gochecknoglobals // never written
	"Objects", "Preconditions", "ArgumentNullException", "ArgumentException", "ArgumentOutOfRangeException",
)

// guards reports the guard clauses at the beginning of the body of a function or loop:
// conditions without an else branch that leave the function or the iteration of the loop.
// Declarations of variables may come before and between them. The last statement is not a guard
// clause.
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
		in.report(facts.PatternGuard, name, int(in.enclosing[i]), i, next-1)
		i = next
	}
}

// variableEnd returns the token after the declaration of a variable at i, or i if none begins
// there.
func (in *inspector) variableEnd(i, hi int) int {
	if in.flow.Let {
		if !in.Is(i, "let") {
			return i
		}
		if end := in.Find(i, hi, "else", ";"); end < hi && in.Is(end, ";") {
			return end + 1
		}
		return i
	}
	if !in.IsName(i) || in.Grammar.Control[in.Word(i)] != 0 || in.Reserved(i) && !in.Is(i, "var") {
		return i
	}
	equals := in.Find(i, hi, "=", ";", "{")
	if equals >= hi || in.Is(equals, "{") || equals < i+2 || !in.IsName(equals-1) ||
		!in.IsName(equals-2) && !in.IsOne(equals-2, ">", "*", "&", "]", "?") {
		return i
	}
	return min(in.Find(equals, hi, ";")+1, hi)
}

// guard returns the token after the guard clause at i and the name to report. The name is "" if
// no guard clause begins at i.
func (in *inspector) guard(i, hi int) (next int, name string) {
	if check := in.check(i); check != "" {
		return min(in.Find(i, hi, ";")+1, hi), check
	}
	body := in.guardBody(i, hi)
	if body < 0 || body >= hi {
		return 0, ""
	}
	last := body
	if in.Is(body, "{") {
		last = in.lastStatement(in.Inside(body, hi))
		next = in.After(body, hi)
	} else {
		next = min(in.Find(body, hi, ";")+1, hi)
	}
	if next < hi && in.Is(next, ";") {
		next++
	}
	if in.Is(next, "else") {
		return 0, ""
	}
	return next, in.leaving(last)
}

// guardBody returns the token at which the body of the condition at i begins; -1 if i
// is not a condition.
func (in *inspector) guardBody(i, hi int) int {
	switch {
	case in.flow.Let && in.Is(i, "let"): // let ... else { return }
		if end := in.Find(i, hi, "else", ";"); in.Is(end, "else") {
			return end + 1
		}
		return -1
	case !in.Is(i, "if") || i+1 >= hi:
		return -1
	case in.flow.Bare:
		return in.Find(i+1, hi, "{", ";")
	}
	return in.After(i+1, hi)
}

// check returns the name of the assertion at i, or "".
func (in *inspector) check(i int) string {
	w := in.Word(i)
	if next, ok := in.tables.Checks[w]; ok && (next == "" || in.Is(i+1, next)) {
		if next == "!" {
			w += next
		}
		return w
	}
	if checkers[w] && in.Is(i+1, ".") && in.Is(i+3, "(") {
		return in.Written(i, i+3)
	}
	return ""
}

// leaving returns the name to report if the statement at i leaves the block that contains
// it, or "".
func (in *inspector) leaving(i int) string {
	switch w := in.Word(i); w {
	case "return", "throw", "continue", "break", "goto":
		return "early " + w
	case "co_return":
		return "early return"
	default:
		if leave, ok := in.tables.Leaves[w]; ok && in.Is(i+1, leave[0]) {
			return leave[1]
		}
		return ""
	}
}

// lastStatement returns the first token of the last statement in a block.
func (in *inspector) lastStatement(from, to int) int {
	last := from
	for j := from; j < to; {
		ends := in.IsOne(j, ";", "{")
		if j = in.After(j, to); ends && j < to {
			last = j
		}
	}
	return last
}
