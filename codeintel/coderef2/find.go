package coderef2

import (
	"strings"
	"unicode/utf16"
)

// Found is a reference in a text.
type Found struct {
	Text         string // as it is written
	Offset       int    // in bytes
	Line, Column int    // from 1; columns in UTF-16 units
}

// Find returns the texts in comments that have the form of a reference, @Fn/… or
// @coderef{file:element}, sorted by position. They need not be valid references. Mail
// addresses, decorators, documentation tags and npm packages are not found. A file of an
// unknown language is searched completely.
func Find(file, text string) []Found {
	var found []Found
	for _, span := range Spans(file, text) {
		if span.Comment {
			found = findIn(found, text, span)
		}
	}
	place(found, text)
	return found
}

func findIn(found []Found, text string, span Span) []Found {
	part := text[span.Start:span.End]
	if !span.Line {
		part = strings.TrimSuffix(part, "*/")
	}
	for i := 0; i < len(part); {
		at := strings.IndexByte(part[i:], '@')
		if at < 0 {
			break
		}
		i += at
		if i > 0 && (isWordByte(part[i-1]) || strings.IndexByte("@./+-", part[i-1]) >= 0 || part[i-1] >= 0x80) {
			i++ // a mail address, or the version of a package
			continue
		}
		if n := extent(part[i:]); n > 0 {
			found = append(found, Found{Text: part[i : i+n], Offset: span.Start + i})
			i += n
		} else {
			i++
		}
	}
	return found
}

// place sets lines and columns.
func place(found []Found, text string) {
	line, start, seen := 1, 0, 0
	for i := range found {
		between := text[seen:found[i].Offset]
		line += strings.Count(between, "\n")
		if at := strings.LastIndexByte(between, '\n'); at >= 0 {
			start = seen + at + 1
		}
		seen = found[i].Offset
		found[i].Line, found[i].Column = line, 1+len(utf16.Encode([]rune(text[start:seen])))
	}
}

// extent returns the length of the reference at the beginning of a text, or 0.
func extent(s string) int {
	if rest, ok := strings.CutPrefix(s, "@coderef{"); ok {
		end := strings.IndexAny(rest, "}\n")
		if end < 0 || rest[end] == '\n' {
			return 0
		}
		return len("@coderef{") + end + 1
	}
	designator, rest, ok := strings.Cut(s[1:], "/")
	if !ok || !isWord(designator) || rest == "" || endsReference(rest[0]) {
		return 0
	}
	end := len(designator) + 2
	end += untilEnd(s[end:])
	// An unknown type begins a reference only if an element follows.
	if !IsKnownType(designator) &&
		(!strings.Contains(s[:end], "#") || !isDesignator(designator) && !isMisspelt(designator)) {
		return 0
	}
	return end
}

func isWord(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// isMisspelt reports whether a word is a known type except for its case.
func isMisspelt(designator string) bool {
	for _, known := range KnownTypes() {
		if strings.EqualFold(known, designator) {
			return true
		}
	}
	return false
}

func endsReference(c byte) bool { return c <= ' ' || strings.IndexByte("\"'`<>|", c) >= 0 }

// untilEnd returns the length of a reference that has begun. Parameters, blocks and
// metadata may contain spaces up to their closing bracket on the same line. Trailing
// punctuation belongs to the sentence.
func untilEnd(s string) int {
	i := 0
	for i < len(s) && !endsReference(s[i]) {
		switch s[i] {
		case '(', '{':
			end := closing(s[i:])
			if end < 0 {
				return trimPunctuation(s[:i])
			}
			i += end + 1
			if s[i-1] == '}' && (i == len(s) || s[i] != '{') {
				return i // only metadata may follow a block, and nothing follows metadata
			}
		case '\\':
			i = min(i+2, len(s))
		default:
			i++
		}
	}
	return trimPunctuation(s[:i])
}

// closing returns the offset of the bracket that closes the parenthesis or brace at the
// beginning of a text, or -1.
func closing(s string) int {
	line := s
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		line = s[:i]
	}
	if line[0] == '{' {
		end := metadataEnd(line[1:])
		if end < 0 {
			return -1
		}
		return end + 1
	}
	depth := 0
	for i := range len(line) {
		switch line[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

func trimPunctuation(s string) int {
	for s != "" {
		last := s[len(s)-1]
		switch {
		case strings.IndexByte(".,;:!?*", last) >= 0:
		case last == ')' && strings.Count(s, "(") < strings.Count(s, ")"):
		case last == ']' && strings.Count(s, "[") < strings.Count(s, "]"):
		case last == '}' && strings.Count(s, "{") < strings.Count(s, "}"):
		default:
			return len(s)
		}
		s = s[:len(s)-1]
	}
	return 0
}
