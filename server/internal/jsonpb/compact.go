package jsonpb

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// maxExponentDigits bounds the exponent of a number literal. A validator that compares numbers exactly
// expands them, so 1e999999999 would need a gigabyte of memory.
const maxExponentDigits = 4

// Compact checks that raw is one JSON object in valid UTF-8, without duplicate keys, nested at most depth
// levels deep. It returns the object on one line, without white space between tokens. Strings and numbers are
// not changed. The result may alias raw. Every error is an [*Error].
func Compact(raw []byte, depth int) ([]byte, error) {
	s := scan(raw)
	if s.depth > depth {
		return nil, &Error{Problem: TooDeep, Detail: fmt.Sprintf("nested more than %d levels deep", depth)}
	}
	if err := check(raw); err != nil {
		return nil, err
	}
	if s.hugeExponent {
		return nil, &Error{
			Problem: Malformed,
			Detail:  fmt.Sprintf("a number has an exponent of more than %d digits", maxExponentDigits),
		}
	}
	if s.spaces == 0 {
		return raw, nil
	}
	return strip(raw, len(raw)-s.spaces), nil
}

func check(raw []byte) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw))
	kind := dec.PeekKind()
	if kind != jsontext.KindBeginObject {
		if _, err := dec.ReadValue(); err != nil {
			return malformed(err)
		}
		return &Error{Problem: Malformed, Detail: "not a JSON object"}
	}
	if err := dec.SkipValue(); err != nil {
		return malformed(err)
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return &Error{
			Problem: Malformed,
			Detail:  fmt.Sprintf("more data follows the object at byte %d", dec.InputOffset()),
		}
	}
	return nil
}

func malformed(err error) error {
	if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return &Error{Problem: Malformed, Detail: "empty"}
	}
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return &Error{Problem: Malformed, Detail: "not valid JSON"}
	}
	pointer := string(syntax.JSONPointer)
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return &Error{
			Problem: Malformed,
			Pointer: pointer,
			Detail:  fmt.Sprintf("duplicate key (second occurrence at byte %d)", syntax.ByteOffset),
		}
	}
	return &Error{
		Problem: Malformed,
		Pointer: pointer,
		Detail:  fmt.Sprintf("%v at byte %d", syntax.Err, syntax.ByteOffset),
	}
}

// survey is the result of one pass over the text. For invalid JSON it is still an upper bound of the depth,
// which is the only value used in that case.
type survey struct {
	depth        int
	spaces       int
	hugeExponent bool
}

// scan measures the text without allocation, before the decoder validates it. It does not validate, unlike the
// scanner of mcpbridge/internal/jsonrpc, which has to find the end of each value.
func scan(raw []byte) survey {
	var s survey
	level, exponent := 0, -1 // exponent: number of its digits so far, -1 outside of an exponent
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		if exponent >= 0 && c >= '0' && c <= '9' {
			exponent++
			s.hugeExponent = s.hugeExponent || exponent > maxExponentDigits
			continue
		}
		if exponent == 0 && (c == '+' || c == '-') {
			continue
		}
		exponent = -1
		switch c {
		case '"':
			i = endOfString(raw, i)
		case '{', '[':
			level++
			s.depth = max(s.depth, level)
		case '}', ']':
			level--
		case ' ', '\t', '\r', '\n':
			s.spaces++
		case 'e', 'E':
			if i > 0 && raw[i-1] >= '0' && raw[i-1] <= '9' { // excludes the e of true and false
				exponent = 0
			}
		}
	}
	return s
}

// endOfString returns the index of the quote that closes the string opened at i, or the last index if there
// is none.
func endOfString(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(raw) - 1
}

// strip returns valid JSON without the white space between tokens.
func strip(raw []byte, size int) []byte {
	out := make([]byte, 0, size)
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case ' ', '\t', '\r', '\n':
		case '"':
			end := endOfString(raw, i)
			out = append(out, raw[i:end+1]...)
			i = end
		default:
			out = append(out, raw[i])
		}
	}
	return out
}
