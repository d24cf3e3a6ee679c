package lex

import (
	"fmt"
	"sort"
	"strings"
)

func (s *Source) findLines() {
	s.Lines = append(make([]int32, 0, len(s.Text)/30+1), 0)
	for at := 0; ; {
		i := strings.IndexByte(s.Text[at:], '\n')
		if i < 0 {
			return
		}
		at += i + 1
		if at < len(s.Text) {
			s.Lines = append(s.Lines, int32(at))
		}
	}
}

// line returns the line of an offset, from 1.
func (s *Source) Line(offset int) int {
	return sort.Search(len(s.Lines), func(i int) bool { return int(s.Lines[i]) > offset })
}

// lineOf returns the line a token begins in.
func (s *Source) LineOf(i int) int {
	if len(s.Tokens) == 0 {
		return 1
	}
	return s.Line(int(s.Tokens[min(max(i, 0), len(s.Tokens)-1)].Start))
}

// endLineOf returns the line a token ends in.
func (s *Source) EndLineOf(i int) int {
	if len(s.Tokens) == 0 {
		return 1
	}
	t := &s.Tokens[min(max(i, 0), len(s.Tokens)-1)]
	return s.Line(max(int(t.End)-1, int(t.Start)))
}

// column returns the column of an offset in UTF-16 units, from 1. It goes on from
// the last one asked for in the same line.
func (s *Source) Column(offset int) int {
	from, column := int(s.Lines[s.Line(offset)-1]), 1
	if s.counted.column > 0 && s.counted.offset >= from && s.counted.offset <= offset {
		from, column = s.counted.offset, s.counted.column
	}
	for _, r := range s.Text[from:offset] {
		column++
		if r >= 0x10000 {
			column++
		}
	}
	s.counted.offset, s.counted.column = offset, column
	return column
}

// written returns the text of tokens from lo to hi in one line.
func (s *Source) Written(lo, hi int) string {
	if lo >= hi || lo >= len(s.Tokens) {
		return ""
	}
	text := s.Text[s.Tokens[lo].Start:s.Tokens[min(hi, len(s.Tokens))-1].End]
	if len(text) > MaxWritten {
		text = strings.ToValidUTF8(text[:MaxWritten], "") + "…"
	}
	if strings.ContainsAny(text, "\n\t") || strings.Contains(text, "  ") {
		return strings.Join(strings.Fields(text), " ")
	}
	return strings.Clone(text)
}

// MaxWritten bounds, in bytes, what is told of a type or an attribute.
const MaxWritten = 400

// warn records the first syntax error. i is its token.
func (s *Source) warn(i int, message string) {
	if s.Warning == "" {
		s.Warning = fmt.Sprintf("%s:%d: %s", s.Path, s.LineOf(i), message)
	}
}
