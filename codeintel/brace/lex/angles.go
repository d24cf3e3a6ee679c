package lex

// angle returns the token behind a list in angle brackets that begins at i, or
// i where there is none before hi.
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

// matchAngles pairs < and > within each pair of brackets, none of them across a
// semicolon. What stays alone compares.
func (s *Source) matchAngles() {
	s.angles = make([]int32, len(s.Tokens))
	var open, outer []int32 // < that are open; how many were when each bracket was opened
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
