package syntax

import (
	"slices"
	"sort"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
)

// docOf returns the doc comment of the declaration that begins at token from: the
// comment before it or before its attributes.
func (f *File) docOf(from int, attributes []Attribute) string {
	first := from
	if len(attributes) > 0 {
		first = min(first, attributes[0].From)
	}
	for first > 0 && first <= len(f.Tokens) && f.IsOne(first-1, "@", "[", "#") && len(attributes) > 0 {
		first--
	}
	if doc := f.docBefore(first); doc != "" {
		return doc
	}
	if first != from {
		return f.docBefore(from)
	}
	return ""
}

// docBefore returns the doc comment directly before token i, or "".
func (f *File) docBefore(i int) string {
	if i < 0 || i >= len(f.Tokens) {
		return ""
	}
	end, begin, line := f.Tokens[i].Start, int32(0), 0
	if i > 0 {
		begin, line = f.Tokens[i-1].End, f.EndLineOf(i-1)
	}
	last := sort.Search(len(f.Comments), func(n int) bool { return f.Comments[n].Start >= end })
	first := last
	for first > 0 && f.Comments[first-1].Start >= begin && isDoc(f.commentText(first-1)) {
		if line > 0 && f.Line(int(f.Comments[first-1].Start)) == line {
			break // it documents the code before it on its line
		}
		first--
	}
	return f.joinDoc(first, last)
}

// InnerDoc returns the doc comment directly after token i that documents the enclosing
// declaration, as //! does in Rust.
func (f *File) InnerDoc(i int) string {
	begin := f.Tokens[i].End
	first := sort.Search(len(f.Comments), func(n int) bool { return f.Comments[n].Start >= begin })
	last := first
	for last < len(f.Comments) && (i+1 >= len(f.Tokens) || f.Comments[last].Start < f.Tokens[i+1].Start) &&
		(strings.HasPrefix(f.commentText(last), "//!") || strings.HasPrefix(f.commentText(last), "/*!")) {
		last++
	}
	return f.joinDoc(first, last)
}

// commentText returns the text of comment n.
func (f *File) commentText(n int) string { return f.Text[f.Comments[n].Start:f.Comments[n].End] }

// isDoc reports whether a comment documents the declaration after it.
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

// joinDoc returns the text of the comments without comment marks and common
// indentation. A block comment replaces the comments before it.
func (f *File) joinDoc(first, last int) string {
	var lines []string
	for n := first; n < last; n++ {
		c := strings.ReplaceAll(f.commentText(n), "\r", "")
		if strings.HasPrefix(c, "/*") {
			lines = blockLines(c)
			continue
		}
		lines = append(lines, c[3:])
	}
	return dedent(slices.DeleteFunc(lines, coderef2.IsTag))
}

// blockLines returns the lines of a block comment without comment marks.
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

// dedent removes the common indentation of lines, and empty lines at both ends.
func dedent(lines []string) string {
	common := -1
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
		indent := len(l) - len(strings.TrimLeft(l, " \t"))
		if lines[i] != "" && (i > 0 || indent > 0) && (common < 0 || indent < common) {
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
