package inspect

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// wordAt counts a word that steers.
func (m *meter) wordAt(i, hi int) {
	w := m.Word(i)
	what, ok := m.Grammar.Control[w]
	if !ok || m.IsOne(i-1, ".", "::", "->", "?.") && what != syntax.Label || m.IsOne(i+1, "=", "::") && what != syntax.Label && what != syntax.Else {
		m.nestedAt(i, hi, w)
		return
	}
	l := m.level()
	l.logical, l.broken = "", true
	switch what {
	case syntax.Branch:
		m.cyclomatic++
		if l.arms && l.pattern >= 0 {
			l.guard = i // it decides whether the arm is taken
			return
		}
		m.cognitive++
		if !m.Is(i-1, "else") {
			m.cognitive += m.nesting
		}
		m.push(what, m.head(i, hi))
	case syntax.Loop:
		if w == "for" && m.begins(m.flow.NotLoop, i) {
			return
		}
		m.cyclomatic++
		if i == m.again && i > 0 {
			return
		}
		m.structure(what, m.head(i, hi))
	case syntax.Repeat:
		m.structure(what, i+1)
	case syntax.Choice:
		if !m.IsOne(i+1, ";", ",", ")", ".") {
			m.structure(what, m.head(i, hi))
		}
	case syntax.Label:
		if !m.Is(i-1, "goto") {
			m.cyclomatic++
			l.label = true
		}
	case syntax.Handler:
		m.cyclomatic++
		m.structure(what, m.head(i, hi))
	case syntax.Else:
		m.elseAt(i)
	case syntax.Plain:
		m.push(what, m.head(i, hi))
	case syntax.Goto:
		m.cognitive++
	case syntax.Exit: // Campbell counts it where it leads out of more than one structure
		if i+1 < hi && m.Tokens[i+1].Kind == m.flow.ExitLabel {
			m.cognitive++
		}
	}
}

// structure counts a control structure that stands at the nesting at hand.
func (m *meter) structure(what syntax.Control, start int) {
	m.cognitive += 1 + m.nesting
	m.push(what, start)
}

// head returns the token that the body of a structure begins with whose word is at i.
func (m *meter) head(i, hi int) int {
	start := i + 1
	if m.flow.Bare {
		return -1
	}
	if m.IsOne(start, "constexpr", "each") {
		start++
	}
	if start < hi && m.Is(start, "(") {
		start = m.After(start, hi)
	}
	if m.Is(start, "when") && m.Is(start+1, "(") && m.Is(i, "catch") { // C#
		m.cyclomatic++
		start = m.After(start+1, hi)
	}
	return start
}

// elseAt counts an else. Before an if it is part of that; behind a let of Rust it is
// a decision of its own.
func (m *meter) elseAt(i int) {
	switch {
	case m.Is(i+1, "if"):
		return
	case m.flow.Let && m.Is(i+1, "{") && !m.Is(i-1, "}"):
		m.cyclomatic++
		m.cognitive += m.nesting
	}
	m.cognitive++
	m.push(syntax.Else, i+1)
}

// nestedAt looks for what a word begins that is no control structure: guards of
// cases, and functions that are no declarations.
func (m *meter) nestedAt(i, hi int, w string) {
	l := m.level()
	switch w {
	case "when":
		if l.label {
			m.cyclomatic++
		} else if l.arms && l.pattern >= 0 && i > l.pattern {
			m.cyclomatic++
			l.guard = i
		}
	default:
		if begins := m.flow.Functions[w]; begins != nil {
			if start := begins(m.File, i, hi); start > 0 {
				m.push(syntax.Nested, start)
			}
		}
	}
}
