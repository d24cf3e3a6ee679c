package config

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonValue is a JSON value that remembers its line and the order of its keys.
type jsonValue struct {
	// kind as in jsontext: n f t " 0 { [
	kind jsontext.Kind
	line int
	// text of a string.
	text    string
	members []jsonMember
	items   []*jsonValue
}

type jsonMember struct {
	name  string
	line  int
	value *jsonValue
}

func (m jsonMember) sameName(other jsonMember) bool { return m.name == other.name }

// get returns the first member of that name, or nil.
func (v *jsonValue) get(name string) *jsonValue {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// jsonError is a syntax error and its line.
type jsonError struct {
	line    int
	message string
}

// jsonParser builds the tree of one document.
type jsonParser struct {
	data []byte
	dec  *jsontext.Decoder
	// counted is how far line ends have been counted, lines how many there were.
	counted, lines int
}

// parseJSON reads exactly one JSON value in UTF-8, nested at most Depth deep.
// Repeated keys are kept for the caller to report.
func parseJSON(data []byte) (*jsonValue, *jsonError) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // Windows editors
	p := &jsonParser{data: data, dec: jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))}
	v, err := p.value(0)
	if err == nil {
		if _, end := p.dec.ReadToken(); !errors.Is(end, io.EOF) {
			err = errors.New("more text after the end of the document")
		}
	}
	if err != nil {
		return nil, p.fail(err)
	}
	return v, nil
}

func (p *jsonParser) fail(err error) *jsonError {
	offset := p.dec.InputOffset()
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntax):
		offset, err = syntax.ByteOffset, syntax.Err
	case errors.Is(err, io.EOF):
		err = errors.New("the file is empty")
	}
	return &jsonError{line: p.line(offset), message: err.Error()}
}

// line returns the line of an offset. Offsets must not fall, so that the whole
// document is counted through once.
func (p *jsonParser) line(offset int64) int {
	end := max(p.counted, min(int(offset), len(p.data)))
	p.lines += bytes.Count(p.data[p.counted:end], []byte("\n"))
	p.counted = end
	return 1 + p.lines
}

func (p *jsonParser) value(depth int) (*jsonValue, error) {
	if depth > Depth {
		return nil, errors.New("nested too deeply")
	}
	token, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	v := &jsonValue{kind: token.Kind(), line: p.line(p.dec.InputOffset())}
	switch v.kind {
	case '"':
		v.text = token.String()
	case '{':
		err = p.members(v, depth)
	case '[':
		err = p.elements(v, depth)
	}
	return v, err
}

func (p *jsonParser) members(v *jsonValue, depth int) error {
	for p.dec.PeekKind() != '}' {
		token, err := p.dec.ReadToken()
		if err != nil {
			return err
		}
		m := jsonMember{name: token.String(), line: p.line(p.dec.InputOffset())}
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
