package lex

// Commas calls do for each range of tokens between from and to that commas separate.
// Commas in brackets and in type arguments do not count.
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

// Find returns the first token from from up to to that is one of the texts, or to. It
// skips brackets and type arguments.
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
