package inspect

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// meter measures one body, token by token. It stores only the constructs that are open at
// the current token, so its time does not depend on the nesting of constructs.
type meter struct {
	*inspector
	decl       int
	cyclomatic int // decisions
	cognitive  int
	deepest    int
	tokensSeen int

	open     []structure
	levels   []level // the open brackets; the first is the body itself
	nesting  int     // as in Campbell's rules: open structures, functions and conditional expressions
	controls int     // open control structures
	doWhile  int     // the 'while' of a do statement
	barEnd   int     // the | that ends the parameters of a closure
	arms     bool    // the next brace contains the arms of a match or switch
}

// structure is an open control structure, or an open anonymous function.
type structure struct {
	kind    syntax.Control
	start   int  // the first token of its body; -1 if the body begins at the next brace at the same depth
	end     int  // the last token of a body in braces; -1 for a single statement or expression
	depth   int  // number of open brackets at its word
	started bool // its body has begun
}

// level is the state of an open bracket.
type level struct {
	logical string // the operator of the current sequence of logical operators
	group   bool   // it only groups operands: the sequence outside of it continues inside
	broken  bool   // it contains a token that ends the sequence
	choices []bool // for each open conditional expression, whether its colon precedes the current token
	label   bool   // the current token is part of the label of a case
	arms    bool   // it contains arms
	pattern int    // the first token of the pattern of an arm; -1 after its arrow
	guard   int    // the first token of the guard of an arm, or -1
}

// depth returns the number of open brackets.
func (m *meter) depth() int { return len(m.levels) - 1 }

// level returns the state of the innermost bracket.
func (m *meter) level() *level { return &m.levels[len(m.levels)-1] }

// push opens a structure whose body begins at token start.
func (m *meter) push(kind syntax.Control, start int) {
	m.open = append(m.open, structure{kind: kind, start: start, end: -1, depth: m.depth()})
}

// begin checks whether the body of the innermost structure begins at token i.
func (m *meter) begin(i int) {
	if len(m.open) == 0 {
		return
	}
	top := &m.open[len(m.open)-1]
	braced := m.Is(i, "{")
	if top.started || top.start != i && (top.start >= 0 || !braced || top.depth != m.depth()) {
		return
	}
	top.started = true
	if braced {
		if top.end = int(m.Tokens[i].Match); top.end < 0 {
			top.end = len(m.Tokens)
		}
		if top.kind == syntax.Loop && m.Tokens[i].Match > int32(i) {
			m.guards(i+1, int(m.Tokens[i].Match), true)
		}
		m.arms = top.kind == syntax.Choice && m.flow.Arms && (m.flow.Bare || m.Is(i-1, "switch"))
	}
	if top.kind != syntax.Plain {
		m.nesting++
	}
	if top.kind != syntax.Nested {
		m.controls++
		m.deepest = max(m.deepest, m.controls)
	}
}

// pop closes the innermost structure.
func (m *meter) pop() structure {
	top := m.open[len(m.open)-1]
	m.open = m.open[:len(m.open)-1]
	if top.started && top.kind != syntax.Plain {
		m.nesting--
	}
	if top.started && top.kind != syntax.Nested {
		m.controls--
	}
	return top
}

// enter opens the bracket at i.
func (m *meter) enter(i int) {
	l := level{pattern: -1, guard: -1, arms: m.arms && m.Is(i, "{")}
	if l.arms {
		l.pattern = i + 1
	}
	m.arms = false
	if m.Is(i, "(") && m.IsOne(i-1, "&&", "||", "(", "=", ",", "?", ":", ";", "{", "}", "return", "=>", "->") {
		l.group, l.logical = true, m.level().logical
	}
	m.levels = append(m.levels, l)
}

// leave closes the bracket at i and the structures that are open inside of it.
func (m *meter) leave(i, open int) {
	if m.depth() == 0 {
		return
	}
	closed := *m.level()
	m.levels = m.levels[:len(m.levels)-1]
	m.nesting -= len(closed.choices)
	l := m.level()
	if closed.group && !closed.broken {
		l.logical = closed.logical
	}
	for len(m.open) > 0 && m.open[len(m.open)-1].depth > m.depth() {
		m.pop()
	}
	if !m.Is(i, "}") {
		return
	}
	l.logical, l.broken = "", true
	if l.arms && l.pattern < 0 && m.Is(open-1, "=>") {
		l.pattern, l.guard = i+1, -1 // the next arm needs no comma
	}
	if n := len(m.open); n > 0 && m.open[n-1].end == i {
		if m.continues(m.pop(), i) {
			return
		}
	} else if m.IsOne(i+1, ";", ".", ",", ")", "]", "?", ":", "?.", "->", "=", "==", "!=", "+", "-", "*", "/",
		"&&", "||", "??", "(", "[") {
		return // the brace is part of an expression
	}
	for n := len(m.open); n > 0; n = len(m.open) { // structures whose only statement ends here
		top := &m.open[n-1]
		if !top.started || top.end >= 0 || top.depth != m.depth() || top.start > open || top.kind == syntax.Nested {
			return
		}
		if m.continues(m.pop(), i) {
			return
		}
	}
}

// endOf closes the structures that the semicolon or comma at i ends.
func (m *meter) endOf(i int, statement bool) {
	l := m.level()
	m.nesting -= len(l.choices)
	l.choices, l.logical, l.broken = l.choices[:0], "", true
	if l.arms && !statement {
		l.pattern, l.guard = i+1, -1
	}
	for n := len(m.open); n > 0; n = len(m.open) {
		top := &m.open[n-1]
		if top.end >= 0 || top.depth != m.depth() || !statement && top.kind != syntax.Nested ||
			top.started && top.start > i {
			return
		}
		if m.continues(m.pop(), i) {
			return
		}
	}
}

// continues reports whether the word after token i continues the statement of the
// closed structure.
func (m *meter) continues(closed structure, i int) bool {
	switch closed.kind {
	case syntax.Branch:
		return m.Is(i+1, "else")
	case syntax.Repeat:
		if m.Is(i+1, "while") {
			m.doWhile = i + 1
			return true
		}
	case syntax.Plain, syntax.Handler:
		return m.IsOne(i+1, "catch", "finally")
	default: // nothing continues these
	}
	return false
}
