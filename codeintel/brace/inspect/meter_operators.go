package inspect

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// operatorAt counts the operator at token i if it is a decision, and opens the anonymous
// function that begins there.
func (m *meter) operatorAt(i, hi int) {
	l := m.level()
	switch w := m.Word(i); w {
	case "&&", "||":
		switch {
		case w == "||" && m.begins(m.flow.Closure, i):
			m.closure(i+1, hi)
		case w == "&&" && m.begins(m.flow.Reference, i):
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
		if m.begins(m.flow.Ternary, i) {
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
		if m.flow.Lambda == nil {
			return
		}
		if start := m.flow.Lambda(m.File, i, hi); start > 0 {
			m.push(syntax.Nested, start)
		}
	}
}

// colon begins the second branch of the innermost conditional expression whose colon is still
// missing, and closes the conditional expressions inside of it.
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
		if l.guard < 0 && !m.catchAll(l.pattern, i) || l.guard >= 0 && !m.catchAll(l.pattern, l.guard) {
			m.cyclomatic++
		}
		l.pattern, l.guard = -1, -1
	case w != m.flow.LambdaArrow, w == "=>" && m.accessor(i):
	case m.flow.CaseArrow && (l.label || m.Is(i-1, "default")):
		l.label = false
	default:
		m.push(syntax.Nested, i+1)
	}
}

// catchAll reports whether the pattern of an arm matches everything, so that the arm is
// not a decision.
func (m *meter) catchAll(from, to int) bool {
	if m.Is(from, "var") && to == from+2 {
		return true
	}
	if to != from+1 || !m.IsName(from) {
		return false
	}
	return m.Is(from, "_") || m.flow.Bindings && startsLower(m.Word(from)) && !m.IsOne(from, "true", "false")
}

// bar reads the parameters of a closure.
func (m *meter) bar(i, hi int) {
	if i <= m.barEnd || !m.begins(m.flow.Closure, i) || m.level().arms && m.level().pattern >= 0 {
		return
	}
	for j := i + 1; j < hi; j = m.After(j, hi) {
		if m.Is(j, "|") {
			m.barEnd = j
			m.closure(j+1, hi)
			return
		}
		if m.IsOne(j, ";", "{", "}", ")", "]") {
			return
		}
	}
}

// closure opens a closure whose parameters end before token i.
func (m *meter) closure(i, hi int) {
	if m.Is(i, "->") {
		for i < hi && !m.IsOne(i, "{", ";", "}", ")") {
			i = m.After(i, hi)
		}
	}
	m.push(syntax.Nested, i)
}

// begins reports whether a rule of the language holds for token i. A nil rule never holds.
func (m *meter) begins(rule func(*syntax.File, int) bool, i int) bool {
	return rule != nil && rule(m.File, i)
}

// accessor reports whether the => at token i follows the name of an accessor.
func (m *meter) accessor(i int) bool {
	return m.IsOne(i-1, "get", "set", "init", "add", "remove") &&
		m.IsOne(i-2, "{", "}", ";", "private", "protected", "internal")
}

// startsLower reports whether a word begins with a lower-case ASCII letter.
func startsLower(word string) bool { return word[0] >= 'a' && word[0] <= 'z' }
