package coderef2

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Span is a part of a text that is not code.
type Span struct {
	Start, End int // in bytes, including its delimiters
	Comment    bool
	Line       bool // a comment that ends with its line
	Doc        bool // a docstring, which counts as a comment
}

// Spans returns the comments and strings of a source text by position; docstrings count
// as comments. The extension of the file determines the language. Strings and regular
// expressions are recognized without parsing, so the result may be wrong in code with
// syntax errors.
func Spans(file, text string) []Span {
	l := lexer{syntax: syntaxOf(file), text: text}
	if l.prose {
		return []Span{{End: len(text), Comment: true}}
	}
	l.run()
	return l.spans
}

type lexer struct {
	syntax
	text  string
	pos   int
	spans []Span
	// braces is the number of open braces in the current expression of each open
	// template literal.
	braces []int
}

func (l *lexer) rest() string { return l.text[l.pos:] }

func (l *lexer) add(end int, comment, line bool) {
	l.spans = append(l.spans, Span{Start: l.pos, End: end, Comment: comment, Line: line})
	l.pos = end
}

func (l *lexer) run() {
	if strings.HasPrefix(l.text, "#!") {
		l.add(lineEnd(l.text, 0), true, true)
	}
	for l.pos < len(l.text) {
		if !l.comment() && !l.quoted() {
			l.code()
		}
	}
}

func (l *lexer) comment() bool {
	for _, mark := range l.line {
		if strings.HasPrefix(l.rest(), mark) && (!l.spaced || l.atWord()) {
			l.add(lineEnd(l.text, l.pos), true, true)
			return true
		}
	}
	for _, b := range l.blocks {
		if strings.HasPrefix(l.rest(), b[0]) {
			l.add(l.blockEnd(b[0], b[1]), true, false)
			return true
		}
	}
	return false
}

func (l *lexer) atWord() bool {
	return l.pos == 0 || strings.IndexByte(asciiSpace+";(", l.text[l.pos-1]) >= 0
}

func (l *lexer) blockEnd(open, end string) int {
	depth := 1
	for i := l.pos + len(open); i < len(l.text); {
		switch {
		case strings.HasPrefix(l.text[i:], end):
			i += len(end)
			if depth--; depth == 0 {
				return i
			}
		case l.nested && strings.HasPrefix(l.text[i:], open):
			depth++
			i += len(open)
		default:
			i++
		}
	}
	return len(l.text)
}

// quoted reads a string if one begins at the current offset.
func (l *lexer) quoted() bool {
	for _, mark := range l.triple {
		if strings.HasPrefix(l.rest(), mark) {
			doc := l.docs && l.atStatement()
			l.add(l.stringEnd(l.pos+len(mark), mark, true), doc, false)
			l.spans[len(l.spans)-1].Doc = doc
			return true
		}
	}
	if end, ok := l.rawEnd(); ok {
		l.add(end, false, false)
		return true
	}
	switch c := l.text[l.pos]; {
	case strings.IndexByte(l.quotes, c) >= 0:
		l.add(l.stringEnd(l.pos+1, string(c), false), false, false)
	case c == '\'' && l.chars:
		end, ok := l.charEnd()
		if !ok {
			return false
		}
		l.add(end, false, false)
	case c == '`' && l.ticks == rawTicks:
		l.add(after(l.text, l.pos+1, "`"), false, false)
	case c == '`' && l.ticks == templates:
		l.template()
	case c == '/' && l.regexp && l.mayBeRegexp():
		end, ok := l.regexpEnd()
		if !ok {
			return false
		}
		l.add(end, false, false)
	default:
		return false
	}
	return true
}

// atStatement reports whether only space precedes the offset on its line.
func (l *lexer) atStatement() bool {
	before := l.text[:l.pos]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	return strings.Trim(before, asciiSpace+"rRuU\uFEFF") == ""
}

// stringEnd returns the end of a string with escapes.
func (l *lexer) stringEnd(from int, mark string, lines bool) int {
	for i := from; i < len(l.text); i++ {
		switch {
		case l.text[i] == '\\':
			if i++; i < len(l.text) && l.text[i] == '\r' && strings.HasPrefix(l.text[i+1:], "\n") {
				i++ // a continued line
			}
		case !lines && l.text[i] == '\n':
			return i
		case strings.HasPrefix(l.text[i:], mark):
			return i + len(mark)
		}
	}
	return len(l.text)
}

// rawEnd returns the end of a string without escapes.
func (l *lexer) rawEnd() (int, bool) {
	rest := l.rest()
	if l.pos > 0 && isWordByte(l.text[l.pos-1]) && l.raw != noRaw {
		return 0, false
	}
	switch l.raw {
	case rustRaw:
		body, ok := strings.CutPrefix(strings.TrimPrefix(rest, "b"), "r")
		hashes := len(body) - len(strings.TrimLeft(body, "#"))
		if ok && strings.HasPrefix(body[hashes:], `"`) {
			start := len(l.text) - len(body) + hashes + 1
			return after(l.text, start, `"`+body[:hashes]), true
		}
	case cppRaw:
		body, ok := strings.CutPrefix(rest, `R"`)
		delimiter, _, open := strings.Cut(body, "(")
		if ok && open && len(delimiter) <= 16 {
			return after(l.text, l.pos+len(`R"(`)+len(delimiter), ")"+delimiter+`"`), true
		}
	case csRaw:
		mark := strings.TrimPrefix(rest, "$")
		if strings.HasPrefix(mark, `@"`) || strings.HasPrefix(rest, `@$"`) {
			i := l.pos + strings.IndexByte(rest, '"') + 1
			for i = after(l.text, i, `"`); i < len(l.text) && l.text[i] == '"'; {
				i = after(l.text, i+1, `"`)
			}
			return i, true
		}
	case noRaw:
	}
	return 0, false
}

// charEnd reads 'x' and '\x'. Any other ' begins a lifetime or separates digits.
func (l *lexer) charEnd() (int, bool) {
	body := l.text[l.pos+1:]
	if strings.HasPrefix(body, `\`) && len(body) > 1 {
		end := strings.IndexAny(body[2:], "'\n")
		return l.pos + 1 + 2 + end + 1, end >= 0 && body[2+end] == '\''
	}
	_, size := utf8.DecodeRuneInString(body)
	return l.pos + 1 + size + 1, size > 0 && strings.HasPrefix(body[size:], "'")
}

// template reads the text of a template literal up to its end or its next expression.
// It begins at ` or at the brace that ends an expression.
func (l *lexer) template() {
	for i := l.pos + 1; i < len(l.text); i++ {
		switch {
		case l.text[i] == '\\':
			i++
		case l.text[i] == '`':
			l.add(i+1, false, false)
			return
		case strings.HasPrefix(l.text[i:], "${"):
			l.add(i+2, false, false)
			l.braces = append(l.braces, 0)
			return
		}
	}
	l.add(len(l.text), false, false)
}

// code reads one byte of code.
func (l *lexer) code() {
	if n := len(l.braces); n > 0 {
		switch l.text[l.pos] {
		case '{':
			l.braces[n-1]++
		case '}':
			if l.braces[n-1]--; l.braces[n-1] < 0 {
				l.braces = l.braces[:n-1]
				l.template()
				return
			}
		}
	}
	l.pos++
}

// mayBeRegexp reports whether a slash may begin a regular expression. After a value it
// is a division.
func (l *lexer) mayBeRegexp() bool {
	end := l.pos
	for end > 0 {
		if n := len(l.spans); n > 0 && l.spans[n-1].End == end && !l.spans[n-1].Comment {
			return strings.HasSuffix(l.text[:end], "${") // any other span is a string, which is a value
		}
		if strings.IndexByte(asciiSpace, l.text[end-1]) < 0 {
			break
		}
		end--
	}
	start := end
	for start > 0 && (isWordByte(l.text[start-1]) || l.text[start-1] == '$') {
		start--
	}
	if start < end {
		return slices.Contains([]string{
			"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield",
			"instanceof",
		}, l.text[start:end])
	}
	return end == 0 || strings.IndexByte(")]}", l.text[end-1]) < 0
}

// regexpEnd returns the end of a regular expression on the current line.
func (l *lexer) regexpEnd() (int, bool) {
	class := false
	for i := l.pos + 1; i < len(l.text) && l.text[i] != '\n'; i++ {
		switch c := l.text[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1, true
		}
	}
	return 0, false
}

// after returns the offset after the next mark, or the end.
func after(text string, from int, mark string) int {
	if from > len(text) {
		return len(text)
	}
	if i := strings.Index(text[from:], mark); i >= 0 {
		return from + i + len(mark)
	}
	return len(text)
}

// lineEnd returns the end of the line, before its line end characters.
func lineEnd(text string, from int) int {
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		return from + len(strings.TrimSuffix(text[from:from+i], "\r"))
	}
	return len(text)
}
