package jsonpb

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/types/known/structpb"
)

// AppendStruct appends s to dst as compact JSON on one line, with members sorted by name. It returns an
// [*Error] for a value that JSON cannot represent exactly, and for more than depth levels of nesting. A nil s
// is an empty object.
func AppendStruct(dst []byte, s *structpb.Struct, depth int) ([]byte, error) {
	w := writer{dst: dst, limit: depth}
	if err := w.object(s.GetFields(), 1); err != nil {
		return nil, err
	}
	return w.dst, nil
}

type writer struct {
	dst   []byte
	limit int
	// path contains the names and indexes that lead to the current value, for errors.
	path []string
}

func (w *writer) fail(problem Problem, format string, args ...any) error {
	return &Error{Problem: problem, Pointer: Pointer(w.path), Detail: fmt.Sprintf(format, args...)}
}

// Pointer returns the JSON pointer (RFC 6901) with the given tokens.
func Pointer(tokens []string) string {
	var p jsontext.Pointer
	for _, token := range tokens {
		p = p.AppendToken(token)
	}
	return string(p)
}

func (w *writer) value(v *structpb.Value, level int) error {
	switch kind := v.GetKind().(type) {
	case *structpb.Value_NullValue:
		w.dst = append(w.dst, "null"...)
	case *structpb.Value_BoolValue:
		w.dst = strconv.AppendBool(w.dst, kind.BoolValue)
	case *structpb.Value_NumberValue:
		return w.number(kind.NumberValue)
	case *structpb.Value_StringValue:
		return w.text(kind.StringValue)
	case *structpb.Value_StructValue:
		return w.object(kind.StructValue.GetFields(), level+1)
	case *structpb.Value_ListValue:
		return w.array(kind.ListValue.GetValues(), level+1)
	default:
		return w.fail(NotJSON, "the value has no kind")
	}
	return nil
}

func (w *writer) deep(level int) error {
	if level > w.limit {
		// The full pointer would name every level, so report only its first token.
		return &Error{
			Problem: TooDeep,
			Pointer: Pointer(w.path[:min(1, len(w.path))]),
			Detail:  fmt.Sprintf("nested more than %d levels deep", w.limit),
		}
	}
	return nil
}

func (w *writer) object(fields map[string]*structpb.Value, level int) error {
	if err := w.deep(level); err != nil {
		return err
	}
	w.dst = append(w.dst, '{')
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		if err := w.text(name); err != nil {
			return err
		}
		w.dst = append(w.dst, ':')
		w.path = append(w.path, name)
		if err := w.value(fields[name], level); err != nil {
			return err
		}
		w.path = w.path[:len(w.path)-1]
	}
	w.dst = append(w.dst, '}')
	return nil
}

func (w *writer) array(values []*structpb.Value, level int) error {
	if err := w.deep(level); err != nil {
		return err
	}
	w.dst = append(w.dst, '[')
	for i, v := range values {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.path = append(w.path, strconv.Itoa(i))
		if err := w.value(v, level); err != nil {
			return err
		}
		w.path = w.path[:len(w.path)-1]
	}
	w.dst = append(w.dst, ']')
	return nil
}

func (w *writer) text(s string) error {
	if !utf8.ValidString(s) { // protobuf rejects such a message on the wire
		return w.fail(NotJSON, "the text is not valid UTF-8")
	}
	dst, err := jsontext.AppendQuote(w.dst, s)
	if err != nil {
		return w.fail(NotJSON, "the text has no JSON form")
	}
	w.dst = dst
	return nil
}

// number writes integers without exponent or fraction, because many consumers accept no other form of an
// integer.
func (w *writer) number(f float64) error {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return w.fail(NotJSON, "%v is not a JSON number", f)
	case math.Abs(f) >= firstInexact:
		return w.fail(
			NotExact,
			"the integer %s may have been rounded, because a Struct holds doubles; send arguments_json instead",
			strconv.FormatFloat(f, 'g', -1, 64),
		)
	case f == math.Trunc(f) && (f != 0 || !math.Signbit(f)):
		w.dst = strconv.AppendInt(w.dst, int64(f), 10)
	default:
		w.dst = strconv.AppendFloat(w.dst, f, 'g', -1, 64)
	}
	return nil
}
