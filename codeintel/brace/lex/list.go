package lex

// commas calls do with each part of the tokens between from and to that commas
// separate, but for those in brackets and lists of types.
func (s *Source) Commas(from, to int, do func(from, to int)) {
	start := from
	for i := from; i < to; {
		t := &s.Tokens[i]
		switch {
		case t.Kind != Punct:
			i++
		case t.first == ',' && t.size() == 1:
			do(start, i)
			i++
			start = i
		case t.Match > int32(i):
			i = min(int(t.Match)+1, to)
		case t.first == '<' && t.size() == 1:
			if next := s.Angle(i, to); next > i {
				i = next
				continue
			}
			i++
		default:
			i++
		}
	}
	if start < to {
		do(start, to)
	}
}

// find returns the first of the tokens between from and to, brackets and lists of
// types passed over, that is one of the texts; to if there is none.
func (s *Source) Find(from, to int, texts ...string) int {
	for i := from; i < to; {
		if s.IsOne(i, texts...) {
			return i
		}
		t := &s.Tokens[i]
		switch {
		case t.Kind == Punct && t.Match > int32(i):
			i = min(int(t.Match)+1, to)
		case t.Kind == Punct && t.first == '<' && t.size() == 1:
			i = max(s.Angle(i, to), i+1)
		default:
			i++
		}
	}
	return to
}

// SkipStatement returns the token after the statement at i: after its semicolon or
// block, or at most hi.
func (s *Source) SkipStatement(i, hi int) int {
	end := s.Find(i, hi, ";", "{", "}")
	if end >= hi {
		return hi
	}
	return s.After(end, hi)
}
