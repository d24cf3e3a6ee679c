package brace

// wordAt counts a word that steers.
func (m *meter) wordAt(i, hi int) {
	w := m.word(i)
	what, ok := m.flow.words[w]
	if !ok || m.isOne(i-1, ".", "::", "->", "?.") && what != label || m.isOne(i+1, "=", "::") && what != label && what != another {
		m.nestedAt(i, hi, w)
		return
	}
	l := m.level()
	l.logical, l.broken = "", true
	switch what {
	case branch:
		m.cyclomatic++
		if l.arms && l.pattern >= 0 {
			l.guard = i // it decides whether the arm is taken
			return
		}
		m.cognitive++
		if !m.is(i-1, "else") {
			m.cognitive += m.nesting
		}
		m.push(what, m.head(i, hi))
	case loop:
		if m.flow.bare && w == "for" && !m.loops(i) {
			return
		}
		m.cyclomatic++
		if i == m.again && i > 0 {
			return
		}
		m.structure(what, m.head(i, hi))
	case repeat:
		m.structure(what, i+1)
	case choice:
		if !m.isOne(i+1, ";", ",", ")", ".") {
			m.structure(what, m.head(i, hi))
		}
	case label:
		if !m.is(i-1, "goto") {
			m.cyclomatic++
			l.label = true
		}
	case handler:
		m.cyclomatic++
		m.structure(what, m.head(i, hi))
	case another:
		m.elseAt(i)
	case plain:
		m.push(what, m.head(i, hi))
	case jump:
		m.cognitive++
	case leap: // Campbell counts it where it leads out of more than one structure
		if t := i + 1; t < hi && (m.tokens[t].kind == lifetime || m.tokens[t].kind == ident) && !m.flow.bare || m.flow.bare && t < hi && m.tokens[t].kind == lifetime {
			m.cognitive++
		}
	}
}

// structure counts a control structure that stands at the nesting at hand.
func (m *meter) structure(what control, start int) {
	m.cognitive += 1 + m.nesting
	m.push(what, start)
}

// head returns the token that the body of a structure begins with whose word is at i.
func (m *meter) head(i, hi int) int {
	start := i + 1
	if m.flow.bare {
		return -1
	}
	if m.isOne(start, "constexpr", "each") {
		start++
	}
	if start < hi && m.is(start, "(") {
		start = m.after(start, hi)
	}
	if m.is(start, "when") && m.is(start+1, "(") && m.is(i, "catch") { // C#
		m.cyclomatic++
		start = m.after(start+1, hi)
	}
	return start
}

// loops tells the for of a loop from those of impl T for U and for<'a>.
func (m *meter) loops(i int) bool {
	if m.isOne(i+1, "<") {
		return false
	}
	return !m.isOne(i-1, ">", ")") && (!m.isName(i-1) || m.isOne(i-1, "else", "return", "break", "unsafe"))
}

// elseAt counts an else. Before an if it is part of that; behind a let of Rust it is
// a decision of its own.
func (m *meter) elseAt(i int) {
	switch {
	case m.is(i+1, "if"):
		return
	case m.flow.bare && m.is(i+1, "{") && !m.is(i-1, "}"):
		m.cyclomatic++
		m.cognitive += m.nesting
	}
	m.cognitive++
	m.push(another, i+1)
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
	case "delegate":
		if m.interpolated {
			start := i + 1
			if start < hi && m.is(start, "(") {
				start = m.after(start, hi)
			}
			if m.is(start, "{") {
				m.push(nested, start)
			}
		}
	case "new":
		if m.textBlocks {
			if start := m.anonymous(i+1, hi); start > 0 {
				m.push(nested, start)
			}
		}
	}
}

// anonymous returns the brace that opens an anonymous class of Java, or 0.
func (m *meter) anonymous(i, hi int) int {
	for m.isName(i) && m.is(i+1, ".") {
		i += 2
	}
	if i < hi && m.isName(i) {
		i++
	}
	if i = m.angle(i, hi); i >= hi || !m.is(i, "(") {
		return 0
	}
	if i = m.after(i, hi); i < hi && m.is(i, "{") {
		return i
	}
	return 0
}
