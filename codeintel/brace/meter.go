package brace

// meter measures one body, token by token.
type meter struct {
	*inspector
	decl       int
	cyclomatic int // decisions
	cognitive  int
	deepest    int
	tokensSeen int

	open    []structure
	depth   int    // brackets that are open
	logical string // the operator of the sequence at hand
}

// structure is a control structure that is open.
type structure struct {
	what  control
	start int // token its body begins with
	end   int // the last token of its body; -1 while it is a single statement
	depth int // of its word
}

// measure reads the tokens from lo to hi. It keeps no more than a stack of the
// structures that are open: its time does not depend on how they nest.
func (m *meter) measure(lo, hi int) {
	for i := lo; i < hi; i++ {
		if !m.own(i, m.decl) {
			continue
		}
		m.tokensSeen++
		m.enter(i)
		m.token(i, hi)
		m.leave(i)
		if t := &m.tokens[i]; t.match > int32(i) {
			m.depth++
		} else if t.match >= 0 {
			m.depth--
		}
	}
}

// enter notes that the body of the innermost structure begins.
func (m *meter) enter(i int) {
	if n := len(m.open); n > 0 {
		if top := &m.open[n-1]; top.start == i && top.end < 0 && m.is(i, "{") {
			if top.end = int(m.tokens[i].match); top.end < 0 {
				top.end = len(m.tokens)
			}
		}
	}
}

// leave closes the structures that end with a token.
func (m *meter) leave(i int) {
	for n := len(m.open); n > 0; n = len(m.open) {
		top := m.open[n-1]
		switch {
		case top.end == i:
		case top.end < 0 && i >= top.start && m.depth == top.depth && m.is(i, ";"):
		case top.end < 0 && i > top.start && m.is(i, "}") && m.closedHere(i, n): // its statement was a structure
		default:
			return
		}
		m.open = m.open[:n-1]
		if m.flow.words[m.word(i+1)] == another && (top.what == branch || top.what == another) {
			return // what it is the body of goes on
		}
	}
}

// closedHere reports that a brace ends the statement that is a structure's body.
func (m *meter) closedHere(i, n int) bool { return int(m.tokens[i].match) >= m.open[n-1].start }

func (m *meter) token(i, hi int) {
	t := &m.tokens[i]
	switch {
	case t.kind == ident:
		m.wordAt(i, hi)
	case t.kind == punct:
		m.operatorAt(i)
	}
}

func (m *meter) wordAt(i, hi int) {
	what, ok := m.flow.words[m.word(i)]
	if !ok || m.isOne(i-1, ".", "::", "->") || m.isOne(i+1, "=", "::") && what != label && what != another {
		return
	}
	m.logical = ""
	switch what {
	case branch:
		m.cyclomatic++
		if m.is(i-1, "else") {
			m.push(i, hi, what, 1)
			return
		}
		m.push(i, hi, what, 1+len(m.open))
	case loop:
		if m.is(i, "while") && m.repeats(i) {
			m.cyclomatic++
			return
		}
		m.cyclomatic++
		m.push(i, hi, what, 1+len(m.open))
	case repeat:
		m.push(i, hi, what, 1+len(m.open))
	case choice:
		if m.isOne(i+1, ";", ",", ")") {
			return
		}
		m.push(i, hi, what, 1+len(m.open))
	case label:
		m.cyclomatic++
	case handler:
		m.cyclomatic++
		m.push(i, hi, what, 1+len(m.open))
	case another:
		if !m.is(i+1, "if") {
			m.push(i, hi, what, 1)
		}
		if m.is(i+1, "{") && !m.is(i-1, "}") && m.flow.bare {
			m.cyclomatic++ // let ... else
		}
	case jump:
		m.cognitive++
	}
}

// repeats reports the while of a do.
func (m *meter) repeats(i int) bool {
	if !m.is(i-1, "}") && !m.is(i-1, ";") {
		return false
	}
	open := int(m.tokens[i-1].match)
	return open > 0 && m.is(open-1, "do")
}

// push opens the structure whose word is at i.
func (m *meter) push(i, hi int, what control, cost int) {
	m.cognitive += cost
	start := i + 1
	switch {
	case m.flow.bare && what != another:
		start = m.find(i+1, hi, "{", ";", "}")
	case start < hi && m.is(start, "constexpr"), start < hi && m.is(start, "each"):
		start = m.after(start+1, hi)
	case start < hi && m.is(start, "("):
		start = m.after(start, hi)
	}
	if what == choice && m.flow.arms && !m.flow.bare && start < hi && !m.is(start, "{") {
		return
	}
	m.open = append(m.open, structure{what: what, start: start, end: -1, depth: m.depth})
	m.deepest = max(m.deepest, len(m.open))
}

func (m *meter) operatorAt(i int) {
	switch m.word(i) {
	case "&&", "||":
		if m.isClosure(i) || m.isReference(i) {
			return
		}
		m.cyclomatic++
		if w := m.word(i); w != m.logical {
			m.cognitive++
			m.logical = w
		}
	case "??":
		m.cyclomatic++
	case "?":
		if m.flow.ternary && m.isTernary(i) {
			m.cyclomatic++
			m.cognitive += 1 + len(m.open)
		}
	case "=>":
		m.arm(i)
	case ";", "{", "}", ",", "=":
		m.logical = ""
	}
}

// arm counts an arm of a match or switch that is no default.
func (m *meter) arm(i int) {
	if !m.flow.arms {
		return
	}
	if m.flow.bare { // Rust: => stands in match alone
		if !m.is(i-1, "_") {
			m.cyclomatic++
		}
		return
	}
	open := m.enclosing(i)
	if open > 0 && m.is(open-1, "switch") && !m.is(i-1, "_") {
		m.cyclomatic++
	}
}

// enclosing returns the brace that a token of an arm stands right in, looking no
// further than the arm before.
func (m *meter) enclosing(i int) int {
	for j := i - 1; j >= 0 && j > i-200; j-- {
		t := &m.tokens[j]
		if t.kind == punct && t.match >= 0 && t.match < int32(j) {
			j = int(t.match)
			continue
		}
		if m.is(j, "{") {
			return j
		}
	}
	return -1
}

// isClosure tells the || of a closure without parameters from the operator.
func (m *meter) isClosure(i int) bool {
	if !m.flow.bare || !m.is(i, "||") {
		return false
	}
	return m.isOne(i-1, "(", ",", "=", "=>", "{", ";", "move", "return", "async", ":", "|")
}

// isReference tells the && of a type, or of two references, from the operator.
func (m *meter) isReference(i int) bool {
	if !m.is(i, "&&") {
		return false
	}
	if m.flow.bare {
		return m.isOne(i-1, "(", ",", "=", "=>", "{", ";", ":", "<", "|", "->", "return", "&", "[")
	}
	return m.isOne(i-1, "auto", "(", ",", ">") && (m.isOne(i-1, "auto") || m.isOne(i+1, ")", ",", ">", "..."))
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
