package coderef2

import (
	"slices"
	"strconv"
	"strings"
)

// Format returns the canonical reference of an element. A line of 0 is omitted.
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

// FormatFile returns the reference of a whole file.
func FormatFile(path string) string { return Format(FileDesignator, path, "", 0) }

// String returns the canonical form, which [Parse] reads as the same Ref. A reference
// cannot have both a block and a line: the block takes precedence.
func (r Ref) String() string {
	if r.Type == "" {
		return "@coderef{" + encode(r.Path, legalMarkerByte) + ":" + encode(r.Element, legalMarkerByte) + "}"
	}
	var b strings.Builder
	b.WriteString(Format(r.Type, cleanPath(r.Path), "", 0))
	if r.Element != "" {
		element := encodeElement(r.Element)
		if !isDesignator(r.Type) { // the older form, which ends its path at the last #
			element = strings.ReplaceAll(element, "#", "%23")
		}
		b.WriteByte('#')
		b.WriteString(element)
		b.WriteString(r.Parameters)
	}
	switch {
	case r.Block != "":
		b.WriteString(":" + r.Block + "{" + r.BlockIdent + "}")
	case r.Line > 0:
		b.WriteString(":" + strconv.Itoa(r.Line))
		if r.LineEnd > r.Line {
			b.WriteString("-" + strconv.Itoa(r.LineEnd))
		}
	}
	if len(r.Metadata) > 0 {
		b.WriteByte('{')
		for i, e := range sorted(r.Metadata) {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(e.String())
		}
		b.WriteByte('}')
	}
	return b.String()
}

func sorted(entries []Entry) []Entry {
	entries = slices.Clone(entries)
	slices.SortStableFunc(entries, func(a, b Entry) int { return strings.Compare(a.name(), b.name()) })
	return entries
}
