package coderef2

import (
	"strconv"
	"strings"
)

// EncodePath percent-encodes the characters that the grammar forbids in a path: all except
// letters, digits and _ - . ~ /. A literal % is encoded too, so that decoding returns the path.
func EncodePath(path string) string { return encode(path, legalPathByte) }

// encodeElement encodes the characters that would end the element part or begin its parameters,
// and spaces and control characters, which would end the reference in prose.
func encodeElement(name string) string { return encode(name, legalElementByte) }

func legalPathByte(c byte) bool {
	return isWordByte(c) || c == '-' || c == '.' || c == '~' || c == '/'
}

func legalElementByte(c byte) bool {
	return c > ' ' && c != 0x7f && strings.IndexByte(":{}()%", c) < 0
}

// legalMarkerByte reports whether a byte needs no encoding in @coderef{file:element}.
func legalMarkerByte(c byte) bool { return c != ':' && c != '}' && c != '%' }

func isWordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '_' }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func encode(s string, legal func(byte) bool) string {
	const hex = "0123456789ABCDEF"
	illegal := 0
	for i := range len(s) {
		if !legal(s[i]) {
			illegal++
		}
	}
	if illegal == 0 {
		return s
	}
	out := make([]byte, 0, len(s)+2*illegal)
	for i := range len(s) {
		if c := s[i]; legal(c) {
			out = append(out, c)
		} else {
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

// decode undoes percent-encoding. It keeps a % that two hexadecimal digits do not follow.
func decode(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(v))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}
