package jsonrpc

import "bytes"

// scanner skips JSON values without decoding them. It checks the grammar, but inside
// strings only the escapes: the bytes of a string are passed through. A decoder, such as
// jsontext, reads a stream; the scanner works on slices of one line, also when the line is
// cut off, and allocates nothing per message. It is not safe for concurrent use.
type scanner struct {
	maxDepth int
	// open has one entry for each open array or object, true for an object. Its memory
	// is reused.
	open []bool
	// tooDeep means that a value was nested deeper than maxDepth.
	tooDeep bool
}

// keptDepth is the nesting for which memory is kept between messages.
const keptDepth = 4 << 10

// forget releases the memory that a very deep message needed.
func (s *scanner) forget() {
	if cap(s.open) > keptDepth {
		s.open = nil
	}
}

// space returns the index of the first byte at or after i that is not white space.
func space(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r' || data[i] == '\n') {
		i++
	}
	return i
}

// value returns the index after the value that begins at i, or -1.
func (s *scanner) value(data []byte, i int) int {
	if i >= len(data) {
		return -1
	}
	if c := data[i]; c != '{' && c != '[' {
		return scalar(data, i)
	}
	return s.composite(data, i)
}

// scalar skips a string, number or literal.
func scalar(data []byte, i int) int {
	switch c := data[i]; c {
	case '"':
		return str(data, i)
	case 't':
		return literal(data, i, "true")
	case 'f':
		return literal(data, i, "false")
	case 'n':
		return literal(data, i, "null")
	default:
		return number(data, i)
	}
}

// composite skips an array or object. It uses its own stack, so that nesting costs no
// goroutine stack. Beyond maxDepth it sets tooDeep and continues, so that the rest of the
// message can still be read.
func (s *scanner) composite(data []byte, i int) int {
	base := len(s.open)
	defer func() { s.open = s.open[:base] }()
	for {
		var more bool
		i, more = s.begin(data, i)
		for i >= 0 && !more {
			if len(s.open) == base {
				return i
			}
			i, more = s.next(data, i)
		}
		if i < 0 {
			return -1
		}
	}
}

// begin returns the index of the first element of the value at i, and true. If the value
// has no elements, it returns the index after the value, and false.
func (s *scanner) begin(data []byte, i int) (at int, more bool) {
	if i >= len(data) {
		return -1, false
	}
	object := data[i] == '{'
	if !object && data[i] != '[' {
		return scalar(data, i), false
	}
	i = space(data, i+1)
	if i < len(data) && data[i] == closer(object) {
		return i + 1, false
	}
	s.open = append(s.open, object)
	s.tooDeep = s.tooDeep || len(s.open) > s.maxDepth
	if object {
		i = key(data, i)
	}
	return i, true
}

// next returns the index of the element after the one that ends at i, and true. After the
// last element, it returns the index after the array or object, and false.
func (s *scanner) next(data []byte, i int) (at int, more bool) {
	i = space(data, i)
	if i >= len(data) {
		return -1, false
	}
	object := s.open[len(s.open)-1]
	if data[i] == closer(object) {
		s.open = s.open[:len(s.open)-1]
		return i + 1, false
	}
	if data[i] != ',' {
		return -1, false
	}
	i = space(data, i+1)
	if object {
		i = key(data, i)
	}
	return i, i >= 0
}

func closer(object bool) byte {
	if object {
		return '}'
	}
	return ']'
}

// key skips the name and colon of a member and returns the index of its value.
func key(data []byte, i int) int {
	_, value := member(data, i)
	return value
}

// member returns the index after a member's name and that of its value, -1 if there is
// none.
func member(data []byte, i int) (nameEnd, value int) {
	if i >= len(data) || data[i] != '"' {
		return -1, -1
	}
	if nameEnd = str(data, i); nameEnd < 0 {
		return -1, -1
	}
	i = space(data, nameEnd)
	if i >= len(data) || data[i] != ':' {
		return -1, -1
	}
	return nameEnd, space(data, i+1)
}

// str skips the string whose opening quote is at i. It searches instead of checking each
// byte, because most of a large response is one string.
func str(data []byte, i int) int {
	i++
	quote := index(data, i, '"')
	for quote >= 0 {
		slash := bytes.IndexByte(data[i:quote], '\\')
		if slash < 0 {
			return quote + 1
		}
		if i = escape(data, i+slash); i < 0 {
			return -1
		}
		if i > quote { // the quote was escaped
			quote = index(data, i, '"')
		}
	}
	return -1
}

func index(data []byte, from int, c byte) int {
	if i := bytes.IndexByte(data[from:], c); i >= 0 {
		return from + i
	}
	return -1
}

// escape skips the escape sequence whose backslash is at i.
func escape(data []byte, i int) int {
	if i+1 >= len(data) {
		return -1
	}
	switch data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		if i+6 > len(data) {
			return -1
		}
		for _, c := range data[i+2 : i+6] {
			if !hex(c) {
				return -1
			}
		}
		return i + 6
	}
	return -1
}

func hex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func literal(data []byte, i int, word string) int {
	if len(data)-i < len(word) || string(data[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

// number skips a number: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
func number(data []byte, i int) int {
	if i < len(data) && data[i] == '-' {
		i++
	}
	first := i
	if i = digits(data, i); i < 0 || (data[first] == '0' && i > first+1) {
		return -1
	}
	if i < len(data) && data[i] == '.' {
		if i = digits(data, i+1); i < 0 {
			return -1
		}
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		return digits(data, i)
	}
	return i
}

// digits skips at least one digit.
func digits(data []byte, i int) int {
	first := i
	for i < len(data) && '0' <= data[i] && data[i] <= '9' {
		i++
	}
	if i == first {
		return -1
	}
	return i
}
