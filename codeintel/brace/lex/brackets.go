package lex

import "github.com/coderef-system/coderefd/codeintel/facts"

// maxDepth is how deeply brackets may nest.
const maxDepth = 1000

// matchBrackets pairs brackets. A brace that closes takes all that is open within
// with it; a parenthesis is not closed across a brace.
func (s *Source) matchBrackets() error {
	var open []int32
	braces := 0
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if t.Kind != Punct || t.size() != 1 {
			continue
		}
		switch t.first {
		case '{':
			braces++
			fallthrough
		case '(', '[':
			if open = append(open, int32(i)); len(open) > maxDepth {
				return facts.ErrTooDeep
			}
		case ')', ']', '}':
			depth := s.partner(open, t.first, braces)
			if depth < 0 {
				s.warn(i, "unexpected "+string(rune(t.first)))
				continue
			}
			if depth+1 < len(open) {
				last := int(open[len(open)-1])
				s.warn(last, "unclosed "+s.Word(last))
			}
			if t.first == '}' {
				braces--
			}
			t.Match, s.Tokens[open[depth]].Match = open[depth], int32(i)
			open = open[:depth]
		}
	}
	if len(open) > 0 {
		s.warn(int(open[len(open)-1]), "unclosed "+s.Word(int(open[len(open)-1])))
	}
	return nil
}

// partner returns which of the open brackets a closing one belongs to, or -1.
func (s *Source) partner(open []int32, closing byte, braces int) int {
	if closing == '}' && braces == 0 {
		return -1
	}
	for depth := len(open) - 1; depth >= 0; depth-- {
		first := s.Tokens[open[depth]].first
		if pairs(first, closing) {
			return depth
		}
		if closing != '}' && (first == '{' || len(open)-depth > 8) {
			break
		}
	}
	return -1
}

func pairs(open, closing byte) bool {
	return open == '(' && closing == ')' || open == '[' && closing == ']' || open == '{' && closing == '}'
}

// after returns the token behind a bracket's partner, or behind the token where it
// is no bracket; never beyond hi. A brace that nothing closes goes on to hi.
func (s *Source) After(i, hi int) int {
	if m := int(s.Tokens[i].Match); m > i {
		return min(m+1, hi)
	}
	if s.Is(i, "{") && s.Tokens[i].Match < 0 {
		return hi
	}
	return i + 1
}

// inside returns the tokens between a bracket and its partner. In a parenthesis that
// nothing closes there is nothing.
func (s *Source) Inside(i, hi int) (from, to int) {
	if m := int(s.Tokens[i].Match); m > i {
		return i + 1, min(m, hi)
	}
	if s.Is(i, "{") {
		return i + 1, hi
	}
	return i + 1, i + 1
}
