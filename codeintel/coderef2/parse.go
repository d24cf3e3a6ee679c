package coderef2

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrSyntax is wrapped by every error Parse returns.
var ErrSyntax = errors.New("not a CodeRef2 reference")

// Ref is a parsed reference. Path and Element are decoded.
type Ref struct {
	Type     string // designator as written; empty for the @coderef{file:element} form
	Path     string
	Element  string // empty when the reference names a whole file
	Line     int    // 0 when absent
	LineEnd  int    // 0 when absent or equal to Line
	Block    string // kind of a block reference such as if{ready}, else empty
	Metadata string // text between the braces, uninterpreted
}

// Parse reads a reference in any published form:
//
//	@Fn/src/a.ts#f          today's form
//	@Fn/src/a#f:12          extension left out, line given
//	@Fn/src/a.ts#f:12-20{k=v}
//	@Fn/src/a.ts#f(x, y)    element with parameters
//	@File/src/a.ts          a whole file
//	@M/src/a.ts#C.m:if{ok}  block reference
//	@coderef{src/a.ts:f}    source marker
//
// Escaped characters (\#) and percent-encoding in the path are decoded.
func Parse(s string) (Ref, error) {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "@coderef{"); ok {
		return parseMarker(rest)
	}
	rest, ok := strings.CutPrefix(s, "@")
	if !ok {
		return Ref{}, fmt.Errorf("%w: missing @ prefix", ErrSyntax)
	}
	var ref Ref
	ref.Type, rest, ok = strings.Cut(rest, "/")
	if !ok || !isDesignator(ref.Type) {
		return Ref{}, fmt.Errorf("%w: missing type designator such as @Fn/", ErrSyntax)
	}
	ref.Path, rest = cutPath(rest)
	if ref.Path = cleanPath(ref.Path); ref.Path == "" {
		return Ref{}, fmt.Errorf("%w: empty path", ErrSyntax)
	}
	if after, ok := strings.CutPrefix(rest, "#"); ok {
		end := elementEnd(after)
		if end == 0 {
			return Ref{}, fmt.Errorf("%w: empty element", ErrSyntax)
		}
		ref.Element, rest = decode(stripParameters(after[:end])), after[end:]
	}
	return ref, ref.parseTail(rest)
}

// parseTail reads (':' line | ':' block)? ('{' metadata '}')?.
func (r *Ref) parseTail(rest string) error {
	if after, ok := strings.CutPrefix(rest, ":"); ok {
		end := strings.IndexByte(after, '{')
		if end < 0 {
			end = len(after)
		}
		word := after[:end]
		rest = after[end:]
		switch {
		case isBlockKind(word):
			_, tail, ok := strings.Cut(rest, "}")
			if !ok {
				return fmt.Errorf("%w: unclosed block reference", ErrSyntax)
			}
			r.Block, rest = word, tail
		default:
			if err := r.parseLines(word); err != nil {
				return err
			}
		}
	}
	if after, ok := strings.CutPrefix(rest, "{"); ok {
		metadata, tail, ok := strings.Cut(after, "}")
		if !ok {
			return fmt.Errorf("%w: unclosed metadata", ErrSyntax)
		}
		r.Metadata, rest = metadata, tail
	}
	if rest != "" {
		return fmt.Errorf("%w: unexpected %q at the end", ErrSyntax, rest)
	}
	return nil
}

func (r *Ref) parseLines(word string) error {
	first, last, ranged := strings.Cut(word, "-")
	n, err := strconv.Atoi(first)
	if err != nil || n < 1 {
		return fmt.Errorf("%w: line %q is not a positive number", ErrSyntax, word)
	}
	r.Line = n
	if !ranged {
		return nil
	}
	m, err := strconv.Atoi(last)
	if err != nil || m < n {
		return fmt.Errorf("%w: line range %q", ErrSyntax, word)
	}
	if m > n {
		r.LineEnd = m
	}
	return nil
}

// parseMarker reads the rest of @coderef{file:element}.
func parseMarker(rest string) (Ref, error) {
	body, tail, ok := strings.Cut(rest, "}")
	if !ok || tail != "" {
		return Ref{}, fmt.Errorf("%w: marker must read @coderef{file:element}", ErrSyntax)
	}
	file, element, ok := strings.Cut(body, ":")
	ref := Ref{Path: cleanPath(file), Element: element}
	if !ok || ref.Path == "" || element == "" {
		return Ref{}, fmt.Errorf("%w: marker must read @coderef{file:element}", ErrSyntax)
	}
	return ref, nil
}

// cutPath takes the path up to the first unescaped # : or {.
func cutPath(s string) (path, rest string) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && strings.IndexByte(`#:\/{}`, s[i+1]) >= 0:
			i++
			b.WriteByte(s[i])
		case c == '#' || c == ':' || c == '{':
			return decode(b.String()), s[i:]
		default:
			b.WriteByte(c)
		}
	}
	return decode(b.String()), ""
}

// elementEnd finds where the element stops: at : { or }, parameters excepted.
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
	if depth > 0 { // an unclosed parenthesis is no parameter list
		if i := strings.IndexAny(s, ":{}"); i >= 0 {
			return i
		}
	}
	return len(s)
}

func stripParameters(s string) string {
	if i := strings.IndexByte(s, '('); i > 0 && strings.HasSuffix(s, ")") {
		return s[:i]
	}
	return s
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

func isDesignator(s string) bool {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func isBlockKind(s string) bool {
	switch s {
	case "function", "if", "else", "try", "catch", "for", "while", "switch", "case", "block":
		return true
	}
	return false
}
