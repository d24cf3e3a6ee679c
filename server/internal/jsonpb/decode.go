package jsonpb

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/types/known/structpb"
)

// NewDecoder returns a lenient decoder for a server's JSON. It accepts duplicate keys and invalid UTF-8,
// which [Losses] records.
func NewDecoder(raw []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(
		bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true),
	)
}

// ParseStruct reads one JSON object nested at most depth levels deep. Deeper values become null and a
// recorded loss.
func ParseStruct(raw []byte, depth int, losses *Losses) (*structpb.Struct, error) {
	dec := NewDecoder(raw)
	if kind := dec.PeekKind(); kind != jsontext.KindBeginObject {
		return nil, fmt.Errorf("jsonpb: not a JSON object but %v", kind)
	}
	return ReadStruct(dec, depth, losses)
}

// ReadStruct reads the next value of dec, which must be an object.
func ReadStruct(dec *jsontext.Decoder, depth int, losses *Losses) (*structpb.Struct, error) {
	r := reader{dec: dec, losses: losses}
	fields, err := r.object(depth)
	if err != nil {
		return nil, err
	}
	return &structpb.Struct{Fields: fields}, nil
}

// ReadValue reads the next value of dec.
func ReadValue(dec *jsontext.Decoder, depth int, losses *Losses) (*structpb.Value, error) {
	r := reader{dec: dec, losses: losses}
	return r.value(depth)
}

// ReadString reads the next value of dec, which must be a string. Invalid Unicode is replaced with U+FFFD and
// recorded as a loss.
func ReadString(dec *jsontext.Decoder, losses *Losses) (string, error) {
	r := reader{dec: dec, losses: losses}
	return r.text()
}

type reader struct {
	dec    *jsontext.Decoder
	losses *Losses
}

// These types allocate a value and its kind together, because results often consist of many small values.
type (
	stringValue struct {
		value structpb.Value
		kind  structpb.Value_StringValue
	}
	numberValue struct {
		value structpb.Value
		kind  structpb.Value_NumberValue
	}
	boolValue struct {
		value structpb.Value
		kind  structpb.Value_BoolValue
	}
	nullValue struct {
		value structpb.Value
		kind  structpb.Value_NullValue
	}
	structValue struct {
		value  structpb.Value
		kind   structpb.Value_StructValue
		object structpb.Struct
	}
	listValue struct {
		value structpb.Value
		kind  structpb.Value_ListValue
		list  structpb.ListValue
	}
)

func (r reader) value(depth int) (*structpb.Value, error) {
	switch kind := r.dec.PeekKind(); kind {
	case jsontext.KindString:
		s, err := r.text()
		v := new(stringValue)
		v.kind.StringValue, v.value.Kind = s, &v.kind
		return &v.value, err
	case jsontext.KindNumber:
		f, err := r.number()
		v := new(numberValue)
		v.kind.NumberValue, v.value.Kind = f, &v.kind
		return &v.value, err
	case jsontext.KindTrue, jsontext.KindFalse:
		_, err := r.dec.ReadToken()
		v := new(boolValue)
		v.kind.BoolValue, v.value.Kind = kind == jsontext.KindTrue, &v.kind
		return &v.value, err
	case jsontext.KindBeginObject, jsontext.KindBeginArray:
		return r.container(kind, depth)
	default: // null, or invalid JSON, which the decoder reports
		_, err := r.dec.ReadToken()
		return null(), err
	}
}

func null() *structpb.Value {
	v := new(nullValue)
	v.value.Kind = &v.kind
	return &v.value
}

func (r reader) container(kind jsontext.Kind, depth int) (*structpb.Value, error) {
	if depth <= 0 {
		if err := r.dec.SkipValue(); err != nil {
			return nil, err
		}
		r.losses.Add(r.dec.StackPointer())
		return null(), nil
	}
	if kind == jsontext.KindBeginObject {
		fields, err := r.object(depth)
		v := new(structValue)
		v.object.Fields, v.kind.StructValue, v.value.Kind = fields, &v.object, &v.kind
		return &v.value, err
	}
	values, err := r.array(depth)
	v := new(listValue)
	v.list.Values, v.kind.ListValue, v.value.Kind = values, &v.list, &v.kind
	return &v.value, err
}

func (r reader) object(depth int) (map[string]*structpb.Value, error) {
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, err
	}
	fields := make(map[string]*structpb.Value)
	for r.dec.PeekKind() != jsontext.KindEndObject {
		name, err := r.text()
		if err != nil {
			return nil, err
		}
		if _, twice := fields[name]; twice {
			r.losses.Add(r.dec.StackPointer())
		}
		fields[name], err = r.value(depth - 1)
		if err != nil {
			return nil, err
		}
	}
	_, err := r.dec.ReadToken()
	return fields, err
}

func (r reader) array(depth int) ([]*structpb.Value, error) {
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, err
	}
	var values []*structpb.Value
	for r.dec.PeekKind() != jsontext.KindEndArray {
		v, err := r.value(depth - 1)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	_, err := r.dec.ReadToken()
	return values, err
}

// text reads a string or the name of a member.
func (r reader) text() (string, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return "", err
	}
	if bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) {
		return string(raw[1 : len(raw)-1]), nil
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil { // a lone surrogate or invalid UTF-8
		r.losses.Add(r.dec.StackPointer())
	}
	return string(text), nil
}

// number reads a number. The result is exact if the shortest decimal form of the double, which every consumer
// of the double prints, has the value of the literal. Above 2^53 a double never counts as exact, because the
// sender may already have rounded a neighbouring integer to it.
func (r reader) number() (float64, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return 0, err
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("jsonpb: %w", err)
	}
	if math.IsInf(f, 0) {
		f = math.Copysign(math.MaxFloat64, f)
	}
	if !exact(raw, f) {
		r.losses.Add(r.dec.StackPointer())
	}
	return f, nil
}

// exact reports whether f holds the value of the JSON number raw.
func exact(raw []byte, f float64) bool {
	if math.Abs(f) >= firstInexact {
		return string(bytes.TrimPrefix(raw, []byte("-"))) == strconv.Itoa(firstInexact)
	}
	if len(raw) <= maxExactDigits && !bytes.ContainsAny(raw, "eE") {
		return true // a double represents 15 significant digits exactly
	}
	var shortest [32]byte
	return sameDecimal(raw, strconv.AppendFloat(shortest[:0], f, 'e', -1, 64))
}

// maxExactDigits is the longest literal without exponent that a double represents exactly for any
// digits.
const maxExactDigits = 15
