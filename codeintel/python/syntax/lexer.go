package syntax

import "strings"

type token struct {
	kind     kind
	from, to Pos
}

// lexer reads tokens one at a time. Its state is small and can be copied to look
// ahead.
type lexer struct {
	text      string
	tok       token
	prev      Pos // end of the last token that is text
	pos       Pos
	depth     int32 // of open brackets
	field     int32 // depth of the replacement field that is read, or -1
	dedents   int32 // still to be told
	augmented Op    // of a tokAugmented
	lineStart bool  // the next token begins a logical line
	indents   []indent
	comments  []Comment
	carriage  bool // the text has carriage returns
	unindent  bool // a line went back to the column of no block
	lexError  string
}

// indent is a level of indentation, with tabs to multiples of 8.
type indent int32

// next reads the next token into l.tok.
func (l *lexer) next() {
	if l.tok.kind > lastSynthetic {
		l.prev = l.tok.to
	}
	if l.dedents > 0 {
		l.dedents--
		l.tok = token{tokDedent, l.pos, l.pos}
		return
	}
	if l.lineStart {
		l.lineStart = false
		if l.indentation() {
			return
		}
	}
	l.read()
}

// read reads a token behind the indentation.
func (l *lexer) read() {
	text := l.text
	i := int(l.pos)
	for i < len(text) {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\f':
			i++
		case class[c]&letter != 0:
			l.word(i)
			return
		case c == '\n' || c == '\r':
			if l.depth > 0 {
				i++
				continue
			}
			l.tok = token{tokNewline, Pos(i), Pos(i)}
			i++
			if c == '\r' && i < len(text) && text[i] == '\n' {
				i++
			}
			l.pos = Pos(i)
			l.lineStart = true
			return
		case c == '#':
			i = l.comment(i)
		case c == '\\':
			n := newline(text, i+1)
			if n == 0 {
				l.invalid(i, "unexpected character after line continuation character")
				return
			}
			i += 1 + n
		case c == '"' || c == '\'':
			l.str(i, i, 0)
			return
		case class[c]&digit != 0, c == '.' && i+1 < len(text) && class[text[i+1]]&digit != 0:
			l.number(i)
			return
		default:
			l.operator(i, c)
			return
		}
	}
	l.end()
}

// end tells the end of the file: first of its last line, then of its blocks.
func (l *lexer) end() {
	l.pos = Pos(len(l.text))
	at := token{tokEOF, l.pos, l.pos}
	switch {
	case l.depth > 0: // whoever waits for the bracket finds the end
	case l.tok.kind > lastSynthetic:
		at.kind = tokNewline
	case len(l.indents) > 1:
		l.indents = l.indents[:len(l.indents)-1]
		at.kind = tokDedent
	}
	l.tok = at
}

// newline returns the length of the line break at i, or 0.
func newline(text string, i int) int {
	switch {
	case i >= len(text):
		return 0
	case text[i] == '\n':
		return 1
	case text[i] != '\r':
		return 0
	case i+1 < len(text) && text[i+1] == '\n':
		return 2
	}
	return 1
}

// lineEnd returns where the line that holds i ends, before its line break.
func (l *lexer) lineEnd(i int) int {
	j := strings.IndexByte(l.text[i:], '\n')
	if j < 0 {
		j = len(l.text) - i
	}
	if l.carriage {
		if k := strings.IndexByte(l.text[i:i+j], '\r'); k >= 0 {
			j = k
		}
	}
	return i + j
}

// comment keeps the comment at i and returns where it ends. One that was read
// before, looking ahead, is kept once.
func (l *lexer) comment(i int) int {
	end := l.lineEnd(i)
	if n := len(l.comments); n == 0 || l.comments[n-1].From < Pos(i) {
		l.comments = append(l.comments, Comment{Span{Pos(i), Pos(end)}, l.firstOnLine(i)})
	}
	return end
}

// firstOnLine reports whether only blanks stand before i on its line.
func (l *lexer) firstOnLine(i int) bool {
	for i--; i >= 0; i-- {
		switch l.text[i] {
		case ' ', '\t', '\f':
		case '\n', '\r':
			return true
		default:
			return false
		}
	}
	return true
}

// invalid makes a token of a character that is no Python.
func (l *lexer) invalid(i int, message string) {
	l.tok = token{tokInvalid, Pos(i), Pos(i + 1)}
	l.pos = Pos(i + 1)
	l.lexError = message
}
