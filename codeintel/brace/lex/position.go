package lex

import (
	"fmt"
	"sort"
	"strings"
)

// findLines records the offset of each line.
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

// Line returns the line of an offset. The first line is 1.
func (s *Source) Line(offset int) int {
	return sort.Search(len(s.Lines), func(i int) bool { return int(s.Lines[i]) > offset })
}

// LineOf returns the line on which token i begins.
func (s *Source) LineOf(i int) int {
	if len(s.Tokens) == 0 {
		return 1
	}
	return s.Line(int(s.Tokens[min(max(i, 0), len(s.Tokens)-1)].Start))
}

// EndLineOf returns the line on which token i ends.
func (s *Source) EndLineOf(i int) int {
	if len(s.Tokens) == 0 {
		return 1
	}
	t := &s.Tokens[min(max(i, 0), len(s.Tokens)-1)]
	return s.Line(max(int(t.End)-1, int(t.Start)))
}

// Column returns the column of an offset in UTF-16 code units. The first column is 1. Calls
// with increasing offsets in one line take linear time together.
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

// Written returns the text of the tokens from lo up to hi on one line, cut after
// [MaxWritten] bytes.
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

// MaxWritten is the maximal length, in bytes, of the text of a type or attribute in a
// result.
const MaxWritten = 400

// warn records the first syntax error. i is its token.
func (s *Source) warn(i int, message string) {
	if s.Warning == "" {
		s.Warning = fmt.Sprintf("%s:%d: %s", s.Path, s.LineOf(i), message)
	}
}
