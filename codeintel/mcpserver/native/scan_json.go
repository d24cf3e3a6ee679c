package native

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// AppendJSON implements [tools.JSONAppender]. For ten thousand elements, encoding/json
// takes longer than the scan.
func (r scanResponse) AppendJSON(to []byte) ([]byte, error) {
	type withoutMethods scanResponse
	elements := r.Elements
	r.Elements = nil
	rest, err := tools.Encode(withoutMethods(r))
	if err != nil {
		return nil, err
	}
	const key = `"elements":`
	before, after, ok := bytes.Cut(rest, []byte(key+"null"))
	if !ok {
		return nil, fmt.Errorf("no elements in %.100s", rest)
	}
	const perElement = 320 // bytes, in projects with comments
	out := slices.Grow(to, len(rest)+perElement*len(elements))
	out = append(append(out, before...), key+"["...)
	for i := range elements {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendElement(out, &elements[i])
	}
	return append(append(out, ']'), after...), nil
}

func appendElement(to []byte, e *index.Listed) []byte {
	to = appendString(append(to, `{"id":`...), e.ID)
	to = appendString(append(to, `,"type":`...), e.Type)
	to = appendString(append(to, `,"name":`...), e.Name)
	to = appendString(append(to, `,"file":`...), e.File)
	to = strconv.AppendInt(append(to, `,"line":`...), int64(e.Line), 10)
	to = strconv.AppendInt(append(to, `,"end_line":`...), int64(e.EndLine), 10)
	to = strconv.AppendBool(append(to, `,"exported":`...), e.Exported)
	to = appendOptional(to, `,"parent":`, e.Parent)
	if e.Signature != nil {
		to = appendSignature(to, e.Signature)
	}
	return append(to, '}')
}

func appendSignature(to []byte, s *facts.Signature) []byte {
	to = appendOptional(to, `,"docstring":`, s.Docstring)
	for i := range s.Parameters {
		to = append(to, next(i, `,"parameters":[`)...)
		to = appendParameter(to, &s.Parameters[i])
	}
	to = appendEnd(to, len(s.Parameters))
	to = appendOptional(to, `,"returns":`, s.Returns)
	to = appendTrue(to, `,"async":true`, s.Async)
	for i, d := range s.Decorators {
		to = appendString(append(to, next(i, `,"decorators":[`)...), d)
	}
	return appendEnd(to, len(s.Decorators))
}

func appendParameter(to []byte, p *facts.Parameter) []byte {
	to = appendString(append(to, `{"name":`...), p.Name)
	to = appendOptional(to, `,"type":`, p.Type)
	to = appendTrue(to, `,"optional":true`, p.Optional)
	to = appendTrue(to, `,"rest":true`, p.Rest)
	return append(to, '}')
}

// next returns the text before item i of a list: begin for the first item, else a comma.
func next(i int, begin string) string {
	if i == 0 {
		return begin
	}
	return ","
}

// appendEnd ends a list of n items. An empty list is omitted, so it has no end.
func appendEnd(to []byte, n int) []byte {
	if n == 0 {
		return to
	}
	return append(to, ']')
}

func appendTrue(to []byte, member string, set bool) []byte {
	if !set {
		return to
	}
	return append(to, member...)
}

func appendOptional(to []byte, key, value string) []byte {
	if value == "" {
		return to
	}
	return appendString(append(to, key...), value)
}

// appendString appends a JSON string as [encoding/json] writes it with SetEscapeHTML(false).
func appendString(to []byte, s string) []byte {
	to = append(to, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] {
			i++
			continue
		}
		r, size := rune(c), 1
		if c >= utf8.RuneSelf {
			if r, size = utf8.DecodeRuneInString(s[i:]); (r != utf8.RuneError || size > 1) && r != '\u2028' && r != '\u2029' {
				i += size
				continue
			}
		}
		to = appendEscape(append(to, s[from:i]...), r)
		i += size
		from = i
	}
	return append(append(to, s[from:]...), '"')
}

// plain is true for the ASCII characters that need no escape in a JSON string.
var plain = func() (t [256]bool) { //nolint:gochecknoglobals // never written
	for c := ' '; c < utf8.RuneSelf; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

func appendEscape(to []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(to, '\\', byte(r))
	case '\b':
		return append(to, `\b`...)
	case '\f':
		return append(to, `\f`...)
	case '\n':
		return append(to, `\n`...)
	case '\r':
		return append(to, `\r`...)
	case '\t':
		return append(to, `\t`...)
	}
	return fmt.Appendf(to, `\u%04x`, r)
}
