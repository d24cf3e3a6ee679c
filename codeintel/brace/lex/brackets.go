package lex

import "github.com/coderef-system/coderefd/codeintel/facts"

// maxDepth is the maximal nesting of brackets.
const maxDepth = 1000

// matchBrackets pairs brackets. A closing brace also ends the brackets that are still open
// inside of it; a closing parenthesis or square bracket never matches a bracket outside of the
// enclosing braces.
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
			depth := s.opening(open, t.first, braces)
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

// opening returns the index of the open bracket that a closing one matches, or -1.
func (s *Source) opening(open []int32, closing byte, braces int) int {
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

// pairs reports whether two brackets match.
func pairs(open, closing byte) bool {
	return open == '(' && closing == ')' || open == '[' && closing == ']' || open == '{' && closing == '}'
}

// After returns the token after the bracket that matches the opening bracket at i, but at most
// hi. It returns hi if the token at i is a brace that is not closed, and i+1 if it is any other
// token.
func (s *Source) After(i, hi int) int {
	if m := int(s.Tokens[i].Match); m > i {
		return min(m+1, hi)
	}
	if s.Is(i, "{") && s.Tokens[i].Match < 0 {
		return hi
	}
	return i + 1
}

// Inside returns the range of tokens between the bracket at i and the one that matches
// it. The range of a parenthesis that is not closed is empty; that of a brace extends
// to hi.
func (s *Source) Inside(i, hi int) (from, to int) {
	if m := int(s.Tokens[i].Match); m > i {
		return i + 1, min(m, hi)
	}
	if s.Is(i, "{") {
		return i + 1, hi
	}
	return i + 1, i + 1
}
