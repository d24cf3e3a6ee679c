package config

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonValue is a JSON value with its position and the order of its keys.
type jsonValue struct {
	// kind is the kind of jsontext: n f t " 0 { [
	kind jsontext.Kind
	at   place
	// text is the value of a string, or the literal of a number.
	text    string
	members []jsonMember
	items   []*jsonValue
}

type jsonMember struct {
	name  string
	at    place
	value *jsonValue
}

// place is a line and a column, from 1; the column counts characters.
type place struct{ line, column int }

// get returns the first member with the name, or nil.
func (v *jsonValue) get(name string) *jsonValue {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// jsonError is a syntax error and its position.
type jsonError struct {
	at      place
	message string
}

// jsonParser builds the tree of one document.
type jsonParser struct {
	// data is the original text. The decoder reads it with comments replaced by spaces, which keeps all
	// offsets.
	data []byte
	dec  *jsontext.Decoder
	// comment is the first invalid comment; nil if there is none. The decoder fails there or earlier.
	comment *syntaxError
	// counted is the offset up to which places have been counted. now is the place at that offset.
	counted int
	now     place
}

// parseJSON reads exactly one JSON value in UTF-8, nested at most Depth deep, with comments and trailing
// commas as editors allow them. Duplicate keys are kept, for the caller to report.
func parseJSON(data []byte) (*jsonValue, *jsonError) {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	p := &jsonParser{data: data, now: place{1, 1}}
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

// byteOrderMark is the first character of files from some Windows editors.
const byteOrderMark = "\xef\xbb\xbf"

// failure converts an error of the decoder.
func (p *jsonParser) failure(err error) *jsonError {
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
func (p *jsonParser) fail(offset int, message string) *jsonError {
	if p.comment != nil && offset >= p.comment.offset {
		offset, message = p.comment.offset, p.comment.message
	}
	return &jsonError{at: p.place(offset), message: message}
}

// place returns the place at an offset. Offsets must not decrease, so that the document is scanned only once.
func (p *jsonParser) place(offset int) place {
	end := max(p.counted, min(offset, len(p.data)))
	part := p.data[p.counted:end]
	if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
		p.now = place{p.now.line + bytes.Count(part, []byte("\n")), 1}
		part = part[i+1:]
	}
	p.now.column += utf8.RuneCount(part)
	p.counted = end
	return p.now
}

func (p *jsonParser) value(depth int) (*jsonValue, error) {
	if depth > Depth {
		return nil, errTooDeep
	}
	v := &jsonValue{kind: p.dec.PeekKind()}
	if v.kind == '{' || v.kind == '[' {
		if _, err := p.dec.ReadToken(); err != nil {
			return nil, err
		}
		v.at = p.place(int(p.dec.InputOffset()) - 1)
		if v.kind == '{' {
			return v, p.members(v, depth)
		}
		return v, p.elements(v, depth)
	}
	raw, err := p.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	v.at = p.place(int(p.dec.InputOffset()) - len(raw))
	switch v.kind {
	case '"':
		v.text, err = unquote(raw)
	case '0':
		v.text = string(raw)
	default: // of other values only the kind matters
	}
	return v, err
}

func unquote(raw jsontext.Value) (string, error) {
	text, err := jsontext.AppendUnquote(nil, raw)
	return string(text), err
}

func (p *jsonParser) members(v *jsonValue, depth int) error {
	for p.dec.PeekKind() != '}' {
		raw, err := p.dec.ReadValue()
		if err != nil {
			return err
		}
		m := jsonMember{at: p.place(int(p.dec.InputOffset()) - len(raw))}
		if m.name, err = unquote(raw); err != nil {
			return err
		}
		if m.value, err = p.value(depth + 1); err != nil {
			return err
		}
		v.members = append(v.members, m)
	}
	_, err := p.dec.ReadToken()
	return err
}

func (p *jsonParser) elements(v *jsonValue, depth int) error {
	for p.dec.PeekKind() != ']' {
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		v.items = append(v.items, item)
	}
	_, err := p.dec.ReadToken()
	return err
}
