package inspect

import "github.com/coderef-system/coderefd/codeintel/brace/lex"

// measure reads the tokens from lo up to hi.
func (m *meter) measure(lo, hi int) {
	m.levels = append(m.levels[:0], level{})
	for i := m.own(lo, hi, m.decl); i < hi; i = m.own(i+1, hi, m.decl) {
		m.tokensSeen++
		m.begin(i)
		t := &m.Tokens[i]
		if t.Kind == lex.Ident {
			m.wordAt(i, hi)
		}
		if t.Kind != lex.Punct {
			continue
		}
		m.operatorAt(i, hi)
		switch match := int(t.Match); {
		case match > i:
			m.enter(i)
		case match >= 0:
			m.leave(i, match)
		case m.IsOne(i, ";", ","):
			m.endOf(i, m.Is(i, ";"))
		}
	}
}
