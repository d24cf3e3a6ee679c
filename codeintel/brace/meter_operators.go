package brace

// operatorAt counts an operator that decides, and looks for functions that are no
// declarations.
func (m *meter) operatorAt(i, hi int) {
	l := m.level()
	switch w := m.word(i); w {
	case "&&", "||":
		switch {
		case w == "||" && m.beginsClosure(i):
			m.closure(i+1, hi)
		case w == "&&" && m.isReference(i):
		default:
			m.cyclomatic++
			if w != l.logical {
				m.cognitive++
				l.logical = w
			}
		}
	case "|":
		m.bar(i, hi)
	case "??":
		m.cyclomatic++
	case "?":
		if m.flow.ternary && m.isTernary(i) {
			m.cyclomatic++
			m.cognitive += 1 + m.nesting
			m.nesting++
			l.choices = append(l.choices, false)
			l.logical, l.broken = "", true
		}
	case ":":
		l.logical, l.label = "", false
		m.colon(l)
	case "=":
		l.logical, l.broken = "", true
	case "=>", "->":
		m.arrow(i, w)
	case "[":
		if start := m.capture(i, hi); start > 0 {
			m.push(nested, start)
		}
	}
}

// colon goes on to the other side of the choice that it belongs to: the innermost
// that has had none. Those within are over.
func (m *meter) colon(l *level) {
	last := len(l.choices) - 1
	for last >= 0 && l.choices[last] {
		last--
	}
	if last >= 0 {
		m.nesting -= len(l.choices) - 1 - last
		l.choices = l.choices[:last+1]
		l.choices[last] = true
	}
}

// arrow reads the arrow of an arm, a case or a function.
func (m *meter) arrow(i int, w string) {
	l := m.level()
	l.logical, l.broken = "", true
	switch {
	case w == "=>" && l.arms && l.pattern >= 0:
		if l.guard < 0 && !m.lastResort(l.pattern, i) || l.guard >= 0 && !m.lastResort(l.pattern, l.guard) {
			m.cyclomatic++
		}
		l.pattern, l.guard = -1, -1
	case w == "=>" && m.isOne(i-1, "get", "set", "init", "add", "remove") && m.isOne(i-2, "{", "}", ";", "private", "protected", "internal"): // an accessor
	case w == "=>" && m.interpolated:
		m.push(nested, i+1)
	case w == "->" && m.textBlocks:
		if !l.label && !m.is(i-1, "default") {
			m.push(nested, i+1)
		}
		l.label = false
	}
}

// lastResort reports the pattern of an arm that takes all: it is no decision.
func (m *meter) lastResort(from, to int) bool {
	if m.is(from, "var") && to == from+2 {
		return true
	}
	if to != from+1 || !m.isName(from) {
		return false
	}
	return m.is(from, "_") || m.flow.bare && m.tokens[from].first >= 'a' && m.tokens[from].first <= 'z' && !m.isOne(from, "true", "false")
}

// beginsClosure reports a | or || of Rust in whose place an operand is expected.
func (m *meter) beginsClosure(i int) bool {
	return m.flow.bare && m.isOne(i-1, "(", ",", "=", "=>", "{", "}", ";", "move", "return", "async", ":", "[", "&&", "?")
}

// bar reads the parameters of a closure.
func (m *meter) bar(i, hi int) {
	if i <= m.barEnd || !m.beginsClosure(i) || m.level().arms && m.level().pattern >= 0 {
		return
	}
	for j := i + 1; j < hi; j = m.after(j, hi) {
		if m.is(j, "|") {
			m.barEnd = j
			m.closure(j+1, hi)
			return
		}
		if m.isOne(j, ";", "{", "}", ")", "]") {
			return
		}
	}
}

// closure opens the closure of Rust whose parameters end before i.
func (m *meter) closure(i, hi int) {
	if m.is(i, "->") {
		for i < hi && !m.isOne(i, "{", ";", "}", ")") {
			i = m.after(i, hi)
		}
	}
	m.push(nested, i)
}

// capture returns the brace that opens the body of a lambda of C++ whose captures
// begin at i, or 0.
func (m *meter) capture(i, hi int) int {
	if !m.defines || m.is(i+1, "[") || m.isOne(i-1, ")", "]", "[") || m.isName(i-1) && !m.isOne(i-1, "return", "co_return", "co_await", "co_yield") {
		return 0
	}
	j := m.after(i, hi)
	if j < hi && m.is(j, "<") {
		j = m.angle(j, hi)
	}
	if j < hi && m.is(j, "(") {
		j = m.after(j, hi)
	}
	for n := 0; j < hi && n < maxTail; n++ {
		switch {
		case m.is(j, "{"):
			return j
		case m.isOne(j, ";", ",", ")", "}", "="):
			return 0
		}
		j = m.after(j, hi)
	}
	return 0
}

// maxTail bounds the tokens between the parameters of a lambda and its body.
const maxTail = 40

// isReference tells the && of a type, or of two references, from the operator.
func (m *meter) isReference(i int) bool {
	switch {
	case m.flow.bare:
		return m.isOne(i-1, "(", ",", "=", "=>", "{", ";", ":", "<", "|", "->", "return", "&", "[") || i > 0 && m.tokens[i-1].kind == lifetime
	case !m.defines:
		return false
	case m.isOne(i-1, "auto", ">"), builtin[m.word(i-1)], m.isOne(i+1, ")", ",", ">", "..."):
		return true
	}
	return m.isName(i-1) && m.isName(i+1) && (m.is(i+2, "=") || m.is(i+2, ":") && m.is(i-2, "(") && m.is(i-3, "for"))
}

// isTernary tells the ? of a choice from that of a type.
func (m *meter) isTernary(i int) bool {
	if m.textBlocks { // <?> and <? extends T>
		return !m.isOne(i-1, "<", ",") || !m.isOne(i+1, ">", "extends", "super", ",")
	}
	if m.interpolated { // T? is written together, a ? b : c is not
		return i > 0 && m.tokens[i-1].end < m.tokens[i].start
	}
	return true
}
