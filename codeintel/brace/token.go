package brace

import (
	"sort"
	"strings"
)

// kind is what a token is.
type kind uint8

const (
	punct kind = iota // operators and brackets
	ident
	number
	str
	char
	lifetime
)

// token is one token of a text. Comments and directives are none.
type token struct {
	kind       kind
	first      byte // of its text
	start, end int32
	match      int32 // of a bracket, the token that is its partner; else, and without one, -1
}

// comment is one comment, or one run of line comments in a doc comment.
type comment struct{ start, end int32 }

// directive is a line of the preprocessor that declares or includes.
type directive struct {
	word       string
	start, end int // of what follows the word
	line       int // where its # stands
}

// scan is one text on its way to a list of declarations.
type scan struct {
	*dialect
	path, text string
	tokens     []token
	comments   []comment
	directives []directive
	lines      []int32 // where each line begins
	shallow    bool
	header     bool // C: a file that others include

	decls   []decl
	warning string
	counted struct{ offset, column int } // the last column that was asked for
	angles  []int32                      // by token: what is behind the list that a < opens, or 0; nil until somebody asks
	noBody  int                          // C: class and struct before this token define none
	tooLong bool                         // a name is longer than any that somebody writes
}

// size returns how many bytes a token has.
func (t *token) size() int { return int(t.end - t.start) }

// word returns the text of a token, "" beyond the last.
func (s *scan) word(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	t := &s.tokens[i]
	return s.text[t.start:t.end]
}

// is reports a token with that text.
func (s *scan) is(i int, text string) bool {
	if i < 0 || i >= len(s.tokens) {
		return false
	}
	t := &s.tokens[i]
	return t.first == text[0] && t.size() == len(text) && t.kind != str && s.text[t.start:t.end] == text
}

// isOne reports a token that is one of the texts.
func (s *scan) isOne(i int, texts ...string) bool {
	for _, t := range texts {
		if s.is(i, t) {
			return true
		}
	}
	return false
}

func (s *scan) isName(i int) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].kind == ident
}

// name returns a name without the marks that make a keyword one.
func (s *scan) name(i int) string {
	w := s.word(i)
	if s.rawNames {
		w = strings.TrimPrefix(w, "r#")
	}
	if s.atNames {
		w = strings.TrimPrefix(w, "@")
	}
	return w
}

// after returns the token behind a bracket's partner, or behind the token where it
// is no bracket; never beyond hi. A brace that nothing closes goes on to hi.
func (s *scan) after(i, hi int) int {
	if m := int(s.tokens[i].match); m > i {
		return min(m+1, hi)
	}
	if s.is(i, "{") && s.tokens[i].match < 0 {
		return hi
	}
	return i + 1
}

// inside returns the tokens between a bracket and its partner. In a parenthesis that
// nothing closes there is nothing.
func (s *scan) inside(i, hi int) (from, to int) {
	if m := int(s.tokens[i].match); m > i {
		return i + 1, min(m, hi)
	}
	if s.is(i, "{") {
		return i + 1, hi
	}
	return i + 1, i + 1
}

// line returns the line of an offset, from 1.
func (s *scan) line(offset int) int {
	return sort.Search(len(s.lines), func(i int) bool { return int(s.lines[i]) > offset })
}

// lineOf returns the line a token begins in.
func (s *scan) lineOf(i int) int {
	if len(s.tokens) == 0 {
		return 1
	}
	return s.line(int(s.tokens[min(max(i, 0), len(s.tokens)-1)].start))
}

// endLineOf returns the line a token ends in.
func (s *scan) endLineOf(i int) int {
	if len(s.tokens) == 0 {
		return 1
	}
	t := &s.tokens[min(max(i, 0), len(s.tokens)-1)]
	return s.line(max(int(t.end)-1, int(t.start)))
}

// column returns the column of an offset in UTF-16 units, from 1. It goes on from
// the last one asked for in the same line.
func (s *scan) column(offset int) int {
	from, column := int(s.lines[s.line(offset)-1]), 1
	if s.counted.column > 0 && s.counted.offset >= from && s.counted.offset <= offset {
		from, column = s.counted.offset, s.counted.column
	}
	for _, r := range s.text[from:offset] {
		column++
		if r >= 0x10000 {
			column++
		}
	}
	s.counted.offset, s.counted.column = offset, column
	return column
}

// written returns the text of tokens from lo to hi in one line.
func (s *scan) written(lo, hi int) string {
	if lo >= hi || lo >= len(s.tokens) {
		return ""
	}
	text := s.text[s.tokens[lo].start:s.tokens[min(hi, len(s.tokens))-1].end]
	if len(text) > maxWritten {
		text = strings.ToValidUTF8(text[:maxWritten], "") + "…"
	}
	if strings.ContainsAny(text, "\n\t") || strings.Contains(text, "  ") {
		return strings.Join(strings.Fields(text), " ")
	}
	return strings.Clone(text)
}

// maxWritten bounds, in bytes, what is told of a type or an attribute.
const maxWritten = 400
