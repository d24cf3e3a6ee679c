package lex

// Angle returns the token after the list in angle brackets that begins at i. It returns i if no
// list begins at i, or if the list does not end before hi.
func (s *Source) Angle(i, hi int) int {
	if !s.Is(i, "<") {
		return i
	}
	if s.angles == nil {
		s.matchAngles()
	}
	if end := int(s.angles[i]); end > 0 && end <= hi {
		return end
	}
	return i
}

// matchAngles pairs < and > inside each pair of brackets, but not across a semicolon.
// Unpaired ones are operators. s.angles maps the token of a paired < to the token after
// its >, and other tokens to 0.
func (s *Source) matchAngles() {
	s.angles = make([]int32, len(s.Tokens))
	var open, outer []int32 // the open <, and their number at each open bracket
	base := 0
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if t.Kind != Punct {
			continue
		}
		switch t.first {
		case '<':
			if t.size() == 1 {
				open = append(open, int32(i))
			}
		case '>':
			if n := len(open); n > base {
				s.angles[open[n-1]] = int32(i + 1)
				open = open[:n-1]
			}
		case '(', '[', '{':
			if t.Match > int32(i) {
				outer = append(outer, int32(base))
				base = len(open)
			}
		case ')', ']', '}':
			if open = open[:base]; t.Match >= 0 {
				base = int(outer[len(outer)-1])
				outer = outer[:len(outer)-1]
			}
		case ';':
			open = open[:base]
		}
	}
}
