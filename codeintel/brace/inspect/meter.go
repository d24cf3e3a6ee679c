package inspect

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// meter measures one body, token by token, and keeps no more than what is open: its
// time does not depend on how things nest.
type meter struct {
	*inspector
	decl       int
	cyclomatic int // decisions
	cognitive  int
	deepest    int
	tokensSeen int

	open       []structure
	levels     []level // brackets that are open, the body itself first
	nesting    int     // what Campbell's rules add: structures, functions and choices by ?: around
	structures int     // control structures around
	again      int     // the while of a do
	barEnd     int     // Rust: the | that ends the parameters of a closure
	arms       bool    // Rust, C#: the next brace holds arms
}

// structure is a control structure, or a function that is no declaration, that is open.
type structure struct {
	what  syntax.Control
	start int  // token its body begins with; -1 for the first brace at its depth
	end   int  // the last token of its body; -1 while that is a single statement or expression
	depth int  // of its word
	begun bool // its body is
}

// level is what is known of an open bracket.
type level struct {
	logical string // the operator of the sequence at hand
	group   bool   // it only groups operands: the sequence goes on through it
	broken  bool   // it holds more than a sequence
	choices []bool // ?: that are open, and whether their colon has been
	label   bool   // a case is, up to its colon or arrow
	arms    bool   // it holds arms
	pattern int    // the token that the pattern of an arm begins with; -1 behind its arrow
	guard   int    // the token that the guard of an arm begins with, or -1
}

func (m *meter) depth() int { return len(m.levels) - 1 }

func (m *meter) level() *level { return &m.levels[len(m.levels)-1] }

// push opens a structure whose word is at i. start is the token its body begins with.
func (m *meter) push(what syntax.Control, start int) {
	m.open = append(m.open, structure{what: what, start: start, end: -1, depth: m.depth()})
}

// begin notes that the body of the innermost structure begins.
func (m *meter) begin(i int) {
	if len(m.open) == 0 {
		return
	}
	top := &m.open[len(m.open)-1]
	braced := m.Is(i, "{")
	if top.begun || top.start != i && (top.start >= 0 || !braced || top.depth != m.depth()) {
		return
	}
	top.begun = true
	if braced {
		if top.end = int(m.Tokens[i].Match); top.end < 0 {
			top.end = len(m.Tokens)
		}
		if top.what == syntax.Loop && m.Tokens[i].Match > int32(i) {
			m.guards(i+1, int(m.Tokens[i].Match), true)
		}
		m.arms = top.what == syntax.Choice && m.flow.Arms && (m.flow.Bare || m.Is(i-1, "switch"))
	}
	if top.what != syntax.Plain {
		m.nesting++
	}
	if top.what != syntax.Nested {
		m.structures++
		m.deepest = max(m.deepest, m.structures)
	}
}

// pop closes the innermost structure.
func (m *meter) pop() structure {
	top := m.open[len(m.open)-1]
	m.open = m.open[:len(m.open)-1]
	if top.begun && top.what != syntax.Plain {
		m.nesting--
	}
	if top.begun && top.what != syntax.Nested {
		m.structures--
	}
	return top
}

// enter opens a bracket.
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

// leave closes the bracket at i, and what was open in it.
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
		if m.goesOn(m.pop(), i) {
			return
		}
	} else if m.IsOne(i+1, ";", ".", ",", ")", "]", "?", ":", "?.", "->", "=", "==", "!=", "+", "-", "*", "/", "&&", "||", "??", "(", "[") {
		return // the brace is part of an expression
	}
	for n := len(m.open); n > 0; n = len(m.open) { // of which a structure was the only statement
		if top := &m.open[n-1]; !top.begun || top.end >= 0 || top.depth != m.depth() || top.start > open || top.what == syntax.Nested {
			return
		}
		if m.goesOn(m.pop(), i) {
			return
		}
	}
}

// endOf closes what ends with a semicolon or comma.
func (m *meter) endOf(i int, statement bool) {
	l := m.level()
	m.nesting -= len(l.choices)
	l.choices, l.logical, l.broken = l.choices[:0], "", true
	if l.arms && !statement {
		l.pattern, l.guard = i+1, -1
	}
	for n := len(m.open); n > 0; n = len(m.open) {
		top := &m.open[n-1]
		if top.end >= 0 || top.depth != m.depth() || !statement && top.what != syntax.Nested || top.begun && top.start > i {
			return
		}
		if m.goesOn(m.pop(), i) {
			return
		}
	}
}

// goesOn reports that what is closed at i is only part of a statement, which the
// next word carries on.
func (m *meter) goesOn(closed structure, i int) bool {
	switch closed.what {
	case syntax.Branch:
		return m.Is(i+1, "else")
	case syntax.Repeat:
		if m.Is(i+1, "while") {
			m.again = i + 1
			return true
		}
	case syntax.Plain, syntax.Handler:
		return m.IsOne(i+1, "catch", "finally")
	}
	return false
}
