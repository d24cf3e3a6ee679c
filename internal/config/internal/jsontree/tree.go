package jsontree

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Value is a JSON value with its position and the order of its keys.
type Value struct {
	// Kind is the kind of jsontext: n f t " 0 { [
	Kind jsontext.Kind
	At   Place
	// Text is the value of a string, or the literal of a number.
	Text    string
	Members []Member
	Items   []*Value
}

// Member is a member of an object.
type Member struct {
	Name string
	// At is the place of the name.
	At    Place
	Value *Value
}

// Place is a line and a column, from 1; the column counts characters.
type Place struct{ Line, Column int }

// Get returns the first member with the name, or nil.
func (v *Value) Get(name string) *Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// Error is a syntax error and its place.
type Error struct {
	At      Place
	Message string
}

// parser builds the tree of one document.
type parser struct {
	// data is the original text. The decoder reads it with comments replaced by spaces, which keeps all
	// offsets.
	data []byte
	dec  *jsontext.Decoder
	// comment is the first invalid comment; nil if there is none. The decoder fails there or earlier.
	comment  *syntaxError
	maxDepth int
	// counted is the offset up to which places have been counted. now is the place at that offset.
	counted int
	now     Place
}

// Parse reads exactly one JSON value in UTF-8, nested at most maxDepth deep, with comments and trailing commas
// as editors allow them. Duplicate keys are kept, for the caller to report.
func Parse(data []byte, maxDepth int) (*Value, *Error) {
	data = bytes.TrimPrefix(data, []byte(ByteOrderMark))
	p := &parser{data: data, maxDepth: maxDepth, now: Place{1, 1}}
	plain, comment := standardJSON(data)
	p.comment = comment
	p.dec = jsontext.NewDecoder(bytes.NewReader(plain), jsontext.AllowDuplicateNames(true))
	v, err := p.value(0)
	if err != nil {
		return nil, p.failure(err)
	}
	if rest := bytes.TrimLeft(plain[p.dec.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, p.fail(len(plain)-len(rest), "trailing data after the end of the document")
	}
	return v, nil
}

// ByteOrderMark is the first character of files from some Windows editors.
const ByteOrderMark = "\xef\xbb\xbf"

// failure converts an error of the decoder.
func (p *parser) failure(err error) *Error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return p.fail(int(syntax.ByteOffset), syntax.Err.Error())
	}
	if errors.Is(err, io.EOF) {
		err = errors.New("the file is empty")
	}
	return p.fail(int(p.dec.InputOffset()), err.Error())
}

// fail returns the error at an offset, or the invalid comment, which the decoder reports as another error.
func (p *parser) fail(offset int, message string) *Error {
	if p.comment != nil && offset >= p.comment.offset {
		offset, message = p.comment.offset, p.comment.message
	}
	return &Error{At: p.place(offset), Message: message}
}

// place returns the place at an offset. Offsets must not decrease, so that the document is scanned only once.
func (p *parser) place(offset int) Place {
	end := max(p.counted, min(offset, len(p.data)))
	part := p.data[p.counted:end]
	if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
		p.now = Place{p.now.Line + bytes.Count(part, []byte("\n")), 1}
		part = part[i+1:]
	}
	p.now.Column += utf8.RuneCount(part)
	p.counted = end
	return p.now
}

func (p *parser) value(depth int) (*Value, error) {
	if depth > p.maxDepth {
		return nil, errTooDeep
	}
	v := &Value{Kind: p.dec.PeekKind()}
	if v.Kind == '{' || v.Kind == '[' {
		if _, err := p.dec.ReadToken(); err != nil {
			return nil, err
		}
		v.At = p.place(int(p.dec.InputOffset()) - 1)
		if v.Kind == '{' {
			return v, p.members(v, depth)
		}
		return v, p.elements(v, depth)
	}
	raw, err := p.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	v.At = p.place(int(p.dec.InputOffset()) - len(raw))
	switch v.Kind {
	case '"':
		v.Text, err = unquote(raw)
	case '0':
		v.Text = string(raw)
	default: // of other values only the kind matters
	}
	return v, err
}

func unquote(raw jsontext.Value) (string, error) {
	text, err := jsontext.AppendUnquote(nil, raw)
	return string(text), err
}

func (p *parser) members(v *Value, depth int) error {
	for p.dec.PeekKind() != '}' {
		raw, err := p.dec.ReadValue()
		if err != nil {
			return err
		}
		m := Member{At: p.place(int(p.dec.InputOffset()) - len(raw))}
		if m.Name, err = unquote(raw); err != nil {
			return err
		}
		if m.Value, err = p.value(depth + 1); err != nil {
			return err
		}
		v.Members = append(v.Members, m)
	}
	_, err := p.dec.ReadToken()
	return err
}

func (p *parser) elements(v *Value, depth int) error {
	for p.dec.PeekKind() != ']' {
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		v.Items = append(v.Items, item)
	}
	_, err := p.dec.ReadToken()
	return err
}
