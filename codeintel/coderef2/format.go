// Package coderef2 formats and parses CodeRef2 references, the ids of code
// elements: @Fn/src/lib/money.ts#formatPrice.
//
// Formatting is strict (one canonical form); parsing accepts every published
// form of a reference, because ids are stored in documents and comments that
// older tools wrote.
package coderef2

import (
	"strconv"
	"strings"
)

// FileDesignator names a whole file; such a reference has no element part.
const FileDesignator = "File"

// Designator returns the designator that stands for an element type.
// Unknown types get AST, the word for "some node".
func Designator(elementType string) string {
	switch elementType {
	case "function":
		return "Fn"
	case "class":
		return "Cl"
	case "component":
		return "C"
	case "hook":
		return "H"
	case "method":
		return "M"
	case "constant", "variable", "property":
		return "V"
	case "interface", "type":
		return "I"
	case "enum":
		return "E"
	case "namespace":
		return "N"
	case "file":
		return FileDesignator
	default:
		return "AST"
	}
}

// Format writes the canonical reference of an element. A line of 0 is left out.
func Format(designator, path, element string, line int) string {
	var b strings.Builder
	b.Grow(len(designator) + len(path) + len(element) + 8)
	b.WriteByte('@')
	b.WriteString(designator)
	b.WriteByte('/')
	b.WriteString(EncodePath(path))
	if element != "" {
		b.WriteByte('#')
		b.WriteString(encodeElement(element))
	}
	if line > 0 {
		b.WriteByte(':')
		b.WriteString(strconv.Itoa(line))
	}
	return b.String()
}

// FormatFile writes the reference of a whole file.
func FormatFile(path string) string { return Format(FileDesignator, path, "", 0) }

// EncodePath percent-encodes what the grammar forbids in a path: everything
// but letters, digits and _ - . ~ /. A literal % is encoded too, so that
// decoding gives the path back.
func EncodePath(path string) string { return encode(path, legalPathByte) }

// encodeElement encodes what would end the element part, and what a reference
// quoted in prose could not survive: spaces and control characters.
func encodeElement(name string) string { return encode(name, legalElementByte) }

func legalPathByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		c == '_' || c == '-' || c == '.' || c == '~' || c == '/'
}

func legalElementByte(c byte) bool {
	return c > ' ' && c != 0x7f && c != ':' && c != '{' && c != '}' && c != '%'
}

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

// decode undoes percent-encoding and leaves a stray % as it stands.
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
