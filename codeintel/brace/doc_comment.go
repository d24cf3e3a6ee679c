package brace

import (
	"slices"
	"sort"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
)

// docOf returns the comment that documents what begins at a token: what stands
// between it, or its attributes, and the token before.
func (s *scan) docOf(from int, attributes []attribute) string {
	first := from
	if len(attributes) > 0 {
		first = min(first, attributes[0].from)
	}
	for first > 0 && first <= len(s.tokens) && s.isOne(first-1, "@", "[", "#") && len(attributes) > 0 {
		first--
	}
	if doc := s.docBefore(first); doc != "" {
		return doc
	}
	if first != from {
		return s.docBefore(from)
	}
	return ""
}

// docBefore returns the doc comment that ends right before a token.
func (s *scan) docBefore(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	end, begin, line := s.tokens[i].start, int32(0), 0
	if i > 0 {
		begin, line = s.tokens[i-1].end, s.endLineOf(i-1)
	}
	last := sort.Search(len(s.comments), func(n int) bool { return s.comments[n].start >= end })
	first := last
	for first > 0 && s.comments[first-1].start >= begin && isDoc(s.commentText(first-1)) {
		if line > 0 && s.line(int(s.comments[first-1].start)) == line {
			break // it stands behind what comes before
		}
		first--
	}
	return s.joinDoc(first, last)
}

// innerDoc returns the comment at the beginning of what it documents: //! in Rust.
func (s *scan) innerDoc(i int) string {
	begin := s.tokens[i].end
	first := sort.Search(len(s.comments), func(n int) bool { return s.comments[n].start >= begin })
	last := first
	for last < len(s.comments) && (i+1 >= len(s.tokens) || s.comments[last].start < s.tokens[i+1].start) &&
		(strings.HasPrefix(s.commentText(last), "//!") || strings.HasPrefix(s.commentText(last), "/*!")) {
		last++
	}
	return s.joinDoc(first, last)
}

func (s *scan) commentText(n int) string { return s.text[s.comments[n].start:s.comments[n].end] }

// isDoc reports a comment that documents what follows it.
func isDoc(c string) bool {
	switch {
	case strings.HasPrefix(c, "///"):
		return !strings.HasPrefix(c, "////") && !strings.HasPrefix(c, "///<")
	case strings.HasPrefix(c, "/**"):
		return len(c) > 4 && !strings.HasPrefix(c, "/***") && !strings.HasPrefix(c, "/**<")
	case strings.HasPrefix(c, "//!"), strings.HasPrefix(c, "/*!"):
		return len(c) > 3 && c[3] != '<'
	}
	return false
}

// joinDoc returns comments without their marks and common indentation. Of several
// blocks the last counts.
func (s *scan) joinDoc(first, last int) string {
	var lines []string
	for n := first; n < last; n++ {
		c := strings.ReplaceAll(s.commentText(n), "\r", "")
		if strings.HasPrefix(c, "/*") {
			lines = blockLines(c)
			continue
		}
		lines = append(lines, c[3:])
	}
	return dedent(slices.DeleteFunc(lines, coderef2.IsTag))
}

// blockLines returns the lines of a block comment without its marks.
func blockLines(c string) []string {
	c = strings.TrimSuffix(c[3:], "*/")
	lines := strings.Split(strings.TrimRight(c, "*"), "\n")
	for i, l := range lines {
		if i == 0 {
			lines[i] = strings.TrimLeft(l, "* \t")
			continue
		}
		if t := strings.TrimLeft(l, " \t"); strings.HasPrefix(t, "*") {
			lines[i] = t[1:]
		}
	}
	return lines
}

// dedent takes away the indentation that lines have in common, and empty lines
// at both ends.
func dedent(lines []string) string {
	common := -1
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
		if indent := len(l) - len(strings.TrimLeft(l, " \t")); lines[i] != "" && (i > 0 || indent > 0) && (common < 0 || indent < common) {
			common = indent
		}
	}
	for i, l := range lines {
		if indent := len(l) - len(strings.TrimLeft(l, " \t")); common > 0 {
			lines[i] = l[min(common, indent):]
		}
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
