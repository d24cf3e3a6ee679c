package coderef2

import "strings"

// ParseTag reads a line that is a tag: a comment of one line, // or #, that holds
// the reference of an element and nothing else.
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

// IsTag reports a line of a comment, with or without the marks of one, that is a
// tag. Such a line is no documentation.
func IsTag(line string) bool {
	line = strings.Trim(line, asciiSpace)
	if strings.HasPrefix(line, "@") {
		line = "//" + line
	}
	_, ok := ParseTag(line)
	return ok
}
