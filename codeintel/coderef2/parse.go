package coderef2

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Parse reads a reference in any published form:
//
//	@Fn/src/a.ts#f          current form
//	@Fn/src/a#f:12          no extension, with a line
//	@Fn/src/a.ts#f:12-20{k=v}
//	@Fn/src/a.ts#f(x, y)    element with parameters
//	@File/src/a.ts          a whole file
//	@M/src/a.ts#C.m:if{ok}  block reference
//	@Fn/src/a.py#f:3{k:v}   older notation of metadata
//	@fn/a b.py#x y:3{k:v}   form of the first server, see older
//	@coderef{src/a.ts:f}    source marker
//
// Escaped characters (\#) and percent-encoding in the path are decoded. Types need
// not be known. Errors are [SyntaxError].
func Parse(s string) (Ref, error) {
	ref, err := parse(s, 0)
	if err != nil {
		return Ref{}, err
	}
	return ref, nil
}

// ParseStrict reads a reference of the published grammar, or one that [Ref.String]
// returned: there is no space around it, its type is known, reserved characters of the
// path are escaped or encoded, and the element is a name.
func ParseStrict(s string) (Ref, error) {
	if s != strings.Trim(s, asciiSpace) {
		return Ref{}, &SyntaxError{Expected: "a reference alone", Reason: "space around the reference"}
	}
	p := parser{s: s, pos: 1}
	ref, err := p.reference()
	if err != nil {
		return Ref{}, err
	}
	report := Validate(s)
	if len(report.Errors) > 0 {
		e := report.Errors[0]
		return Ref{}, &SyntaxError{Offset: e.Offset, Expected: e.Expected, Reason: e.Message}
	}
	return ref, nil
}

// parse reads a reference. depth is the number of references in whose metadata this reference
// is nested.
func parse(s string, depth int) (Ref, *SyntaxError) {
	trimmed := strings.TrimLeft(s, asciiSpace)
	p := parser{s: strings.TrimRight(s, asciiSpace), pos: len(s) - len(trimmed) + 1, depth: depth}
	if strings.HasPrefix(trimmed, "@coderef{") {
		return p.marker()
	}
	if !strings.HasPrefix(trimmed, "@") {
		return Ref{}, &SyntaxError{Offset: p.pos - 1, Expected: "@", Reason: "missing @ prefix"}
	}
	first := p
	ref, err := p.reference()
	if err == nil {
		return ref, nil
	}
	if older, ok := first.older(); ok {
		return older, nil
	}
	return Ref{}, err
}

// parser reads one reference. pos begins after the @.
type parser struct {
	s     string
	pos   int
	depth int
}

func (p *parser) fail(expected, format string, args ...any) *SyntaxError {
	return &SyntaxError{Offset: p.pos, Expected: expected, Reason: fmt.Sprintf(format, args...)}
}

func (p *parser) rest() string { return p.s[p.pos:] }

// take moves past a prefix if the rest begins with it.
func (p *parser) take(prefix string) bool {
	if !strings.HasPrefix(p.rest(), prefix) {
		return false
	}
	p.pos += len(prefix)
	return true
}

func (p *parser) reference() (ref Ref, err *SyntaxError) {
	if p.pos > len(p.s) || p.s[p.pos-1] != '@' {
		p.pos = 0
		return ref, p.fail("@", "missing @ prefix")
	}
	designator, _, ok := strings.Cut(p.rest(), "/")
	if !ok || !isDesignator(designator) {
		return ref, p.fail("a type designator and /", "missing type designator such as @Fn/")
	}
	ref.Type = designator
	p.pos += len(designator) + 1
	path, length := cutPath(p.rest())
	if ref.Path = cleanPath(path); ref.Path == "" {
		return ref, p.fail("a path", "empty path")
	}
	p.pos += length
	if p.take("#") {
		end := elementEnd(p.rest())
		if end == 0 {
			return ref, p.fail("a name", "empty element")
		}
		ref.Element, ref.Parameters = cutParameters(p.rest()[:end])
		p.pos += end
	}
	if err = p.place(&ref); err == nil {
		err = p.tail(&ref)
	}
	return ref, err
}

// place reads (':' line | ':' block)?.
func (p *parser) place(ref *Ref) *SyntaxError {
	if !p.take(":") {
		return nil
	}
	word, _, _ := strings.Cut(p.rest(), "{")
	if !isBlockKind(word) {
		return p.lines(ref, word)
	}
	block := *p
	block.pos += len(word)
	if !block.take("{") {
		return block.fail("{", "block %q needs an identifier in braces", word)
	}
	ident, _, ok := strings.Cut(block.rest(), "}")
	switch {
	case !ok:
		return block.fail("}", "unclosed block reference")
	case ident == "":
		return block.fail("an identifier", "empty block reference")
	}
	ref.Block, ref.BlockIdent = word, ident
	p.pos = block.pos + len(ident) + 1
	return nil
}

func (p *parser) lines(ref *Ref, word string) *SyntaxError {
	const expected = "a line (3), a line range (3-9) or a block reference"
	first, last, ranged := strings.Cut(word, "-")
	n, ok := lineNumber(first)
	if !ok {
		return p.fail(expected, "line %q is not a positive number", word)
	}
	ref.Line = n
	if ranged {
		m, ok := lineNumber(last)
		if !ok || m < n {
			return p.fail(expected, "invalid line range %q", word)
		}
		if m > n {
			ref.LineEnd = m
		}
	}
	p.pos += len(word)
	return nil
}

func lineNumber(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0 && isDigits(s)
}

// tail reads ('{' metadata '}')? and the end.
func (p *parser) tail(ref *Ref) *SyntaxError {
	if p.take("{") {
		end := metadataEnd(p.rest())
		if end < 0 {
			return p.fail("}", "unclosed metadata")
		}
		var err *SyntaxError
		if ref.Metadata, err = parseMetadata(p.rest()[:end], p.pos, p.depth); err != nil {
			return err
		}
		p.pos += end + 1
	}
	if p.rest() != "" {
		return p.fail("the end", "unexpected %q at the end", p.rest())
	}
	return nil
}

// marker reads @coderef{file:element}.
func (p *parser) marker() (Ref, *SyntaxError) {
	p.pos += len("coderef{")
	body, tail, ok := strings.Cut(p.rest(), "}")
	file, element, colon := strings.Cut(body, ":")
	ref := Ref{Path: cleanPath(decode(file)), Element: decode(element)}
	if !ok || tail != "" || !colon || ref.Path == "" || ref.Element == "" {
		return Ref{}, p.fail("file:element}", "marker must read @coderef{file:element}")
	}
	return ref, nil
}

// older reads the form of the first server: type, element and line are required, and
// path and element may be any text.
func (p *parser) older() (ref Ref, ok bool) {
	// Not a package variable, since those can be modified.
	m := regexp.MustCompile(`^(\w+)/(.+)#(.+):(\d+)(?:\{(.+)\})?$`).FindStringSubmatch(p.rest())
	if m == nil {
		return ref, false
	}
	ref = Ref{Type: m[1], Path: cleanPath(decode(m[2]))}
	ref.Element, ref.Parameters = cutParameters(m[3])
	var err *SyntaxError
	if ref.Line, ok = lineNumber(m[4]); ok {
		ref.Metadata, err = parseMetadata(m[5], 0, p.depth)
	}
	return ref, ok && err == nil && ref.Path != "" && ref.Element != ""
}

// cutPath splits the path off at the first unescaped # : or {.
func cutPath(s string) (path string, length int) {
	var b strings.Builder
	i := 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && strings.IndexByte(`#:\/{}`, s[i+1]) >= 0:
			i++
			b.WriteByte(s[i])
		case c == '#' || c == ':' || c == '{':
			return decode(b.String()), i
		default:
			b.WriteByte(c)
		}
	}
	return decode(b.String()), i
}

// elementEnd returns the end of the element: the first : { or } outside of its
// parameters.
func elementEnd(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ':', '{', '}':
			if depth <= 0 {
				return i
			}
		}
	}
	if depth > 0 { // an unclosed parenthesis does not begin a parameter list
		if i := strings.IndexAny(s, ":{}"); i >= 0 {
			return i
		}
	}
	return len(s)
}

// cutParameters splits name(x, y). Unbalanced parentheses are part of the name.
func cutParameters(s string) (name, parameters string) {
	i := strings.IndexByte(s, '(')
	if i <= 0 || !isList(s[i:]) {
		return decode(s), ""
	}
	return decode(s[:i]), s[i:]
}

// isList reports whether a text is one balanced pair of parentheses.
func isList(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// cleanPath drops empty and "." segments and resolves "..".
func cleanPath(p string) string {
	var out []string
	for _, segment := range strings.Split(p, "/") {
		switch segment {
		case "", ".":
		case "..":
			if len(out) == 0 {
				return ""
			}
			out = out[:len(out)-1]
		default:
			out = append(out, segment)
		}
	}
	return strings.Join(out, "/")
}
