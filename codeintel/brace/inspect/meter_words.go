package inspect

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// wordAt counts a control-flow word.
func (m *meter) wordAt(i, hi int) {
	w := m.Word(i)
	kind, ok := m.Grammar.Control[w]
	if !ok || kind != syntax.Label &&
		(m.IsOne(i-1, ".", "::", "->", "?.") || m.IsOne(i+1, "=", "::") && kind != syntax.Else) {
		m.nestedAt(i, hi, w)
		return
	}
	l := m.level()
	l.logical, l.broken = "", true
	switch kind {
	case syntax.Branch:
		m.cyclomatic++
		if l.arms && l.pattern >= 0 {
			l.guard = i // of an arm
			return
		}
		m.cognitive++
		if !m.Is(i-1, "else") {
			m.cognitive += m.nesting
		}
		m.push(kind, m.head(i, hi))
	case syntax.Loop:
		if w == "for" && m.begins(m.flow.NotLoop, i) {
			return
		}
		m.cyclomatic++
		if i == m.doWhile && i > 0 {
			return
		}
		m.structure(kind, m.head(i, hi))
	case syntax.Repeat:
		m.structure(kind, i+1)
	case syntax.Choice:
		if !m.IsOne(i+1, ";", ",", ")", ".") {
			m.structure(kind, m.head(i, hi))
		}
	case syntax.Label:
		if !m.Is(i-1, "goto") {
			m.cyclomatic++
			l.label = true
		}
	case syntax.Handler:
		m.cyclomatic++
		m.structure(kind, m.head(i, hi))
	case syntax.Else:
		m.elseAt(i)
	case syntax.Plain:
		m.push(kind, m.head(i, hi))
	case syntax.Goto:
		m.cognitive++
	case syntax.Exit: // with a label it counts as a goto does
		if i+1 < hi && m.Tokens[i+1].Kind == m.flow.ExitLabel {
			m.cognitive++
		}
	default: // syntax.Nested is not a word
	}
}

// structure counts a control structure at the current nesting.
func (m *meter) structure(kind syntax.Control, start int) {
	m.cognitive += 1 + m.nesting
	m.push(kind, start)
}

// head returns the first token of the body of the structure whose word is token i, or
// -1 for the next brace.
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
	if m.Is(start, "when") && m.Is(start+1, "(") && m.Is(i, "catch") {
		m.cyclomatic++
		start = m.After(start+1, hi)
	}
	return start
}

// elseAt counts an 'else'. An 'else' before an 'if' belongs to that 'if' and does not count.
// The 'else' of a 'let' is a decision.
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

// nestedAt handles words that are not control-flow words: guards of cases, and the
// words that begin anonymous functions.
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
