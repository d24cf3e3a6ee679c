package lex

import "strings"

// Source is one text with its tokens. It is not safe for concurrent use.
type Source struct {
	Path, Text string
	Tokens     []Token
	Comments   []Comment
	Directives []Directive // only with [Rules.Macros]
	Lines      []int32     // the offset at which each line begins
	Warning    string      // the first syntax error, "" for none

	rules   *Rules
	counted struct{ offset, column int } // the last column that was computed
	angles  []int32                      // see matchAngles; nil until first needed
}

// Word returns the text of token i, or "" if i is out of range.
func (s *Source) Word(i int) string {
	if i < 0 || i >= len(s.Tokens) {
		return ""
	}
	t := &s.Tokens[i]
	return s.Text[t.Start:t.End]
}

// Is reports whether token i is text and not a string.
func (s *Source) Is(i int, text string) bool {
	if i < 0 || i >= len(s.Tokens) {
		return false
	}
	t := &s.Tokens[i]
	return t.first == text[0] && t.size() == len(text) && t.Kind != String && s.Text[t.Start:t.End] == text
}

// IsOne reports whether token i is one of the texts.
func (s *Source) IsOne(i int, texts ...string) bool {
	for _, t := range texts {
		if s.Is(i, t) {
			return true
		}
	}
	return false
}

// IsName reports whether token i is a name or keyword.
func (s *Source) IsName(i int) bool {
	return i >= 0 && i < len(s.Tokens) && s.Tokens[i].Kind == Ident
}

// Name returns the name at token i without the mark that makes a keyword a name.
func (s *Source) Name(i int) string {
	w := s.Word(i)
	if s.rules.NameMark == "" {
		return w
	}
	return strings.TrimPrefix(w, s.rules.NameMark)
}

// Has reports whether text is one of the tokens from lo up to hi.
func (s *Source) Has(lo, hi int, text string) bool {
	for ; lo < hi; lo++ {
		if s.Is(lo, text) {
			return true
		}
	}
	return false
}
