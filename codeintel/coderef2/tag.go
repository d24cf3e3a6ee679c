package coderef2

import "strings"

// ParseTag reads a line that is a tag: a line comment, // or #, that contains the
// reference of an element and nothing else.
func ParseTag(line string) (Ref, bool) {
	line = strings.Trim(line, asciiSpace)
	text, ok := strings.CutPrefix(line, "//")
	if !ok {
		if text, ok = strings.CutPrefix(line, "#"); !ok {
			return Ref{}, false
		}
	}
	text = strings.Trim(text, asciiSpace)
	if !strings.HasPrefix(text, "@") || extent(text) != len(text) {
		return Ref{}, false
	}
	ref, err := Parse(text)
	return ref, err == nil && ref.Type != "" && ref.Element != ""
}

// IsTag reports whether a line of a comment, with or without comment marks, is a tag.
// Tags are not documentation.
func IsTag(line string) bool {
	line = strings.Trim(line, asciiSpace)
	if strings.HasPrefix(line, "@") {
		line = "//" + line
	}
	_, ok := ParseTag(line)
	return ok
}
