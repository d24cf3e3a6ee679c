package toolresult

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// Read is the result of reading a resource (MCP ReadResourceResult).
type Read struct {
	Contents []Contents
	Meta     *structpb.Struct // nil if there is none
	// LossyPaths are the JSON pointers of values that are not represented exactly.
	LossyPaths []string
}

// Contents is one item of the contents of a resource.
type Contents struct {
	URI, MIMEType string
	// Data is text in valid UTF-8, or the decoded blob. It may share memory with the result.
	Data []byte
	Text bool
	Meta *structpb.Struct // nil if there is none
}

// ReadError describes a result that cannot be used. Its text quotes no part of the result.
type ReadError struct {
	Pointer string // RFC 6901, relative to the result; empty for the result itself
	Problem string
}

func (e *ReadError) Error() string {
	if e.Pointer == "" {
		return "it " + e.Problem
	}
	return e.Pointer + " " + e.Problem
}

// DecodeRead decodes raw, the result member of a response to resources/read. Blobs are decoded from it
// without a copy of the text. Values nested more than depth levels deep become null and a lossy path. Every
// error is a [*ReadError].
func DecodeRead(raw []byte, depth int) (*Read, error) {
	r := readDecoder{object: object{dec: jsonpb.NewDecoder(raw), depth: depth, losses: new(jsonpb.Losses)}}
	read := new(Read)
	found := false
	err := r.each(func(name string) (err error) {
		switch name {
		case "contents":
			found = true
			read.Contents, err = r.all()
			return err
		case "_meta":
			return r.meta(&read.Meta)
		case "resultType":
			return r.resultType()
		case "ttlMs", "cacheScope": // cache hints; this service does not cache
			return r.dec.SkipValue()
		default:
			return r.lose()
		}
	})
	switch {
	case r.problem != nil:
		return nil, r.problem
	case err != nil:
		return nil, &ReadError{Problem: "is not a ReadResourceResult"}
	case !found:
		return nil, &ReadError{Problem: "has no contents"}
	}
	read.LossyPaths = r.losses.Paths()
	return read, nil
}

type readDecoder struct {
	object
	problem *ReadError
}

// fail records the error and ends the decoding.
func (r *readDecoder) fail(pointer, problem string) error {
	r.problem = &ReadError{Pointer: pointer, Problem: problem}
	return r.problem
}

// all reads the contents array.
func (r *readDecoder) all() ([]Contents, error) {
	if r.dec.PeekKind() != jsontext.KindBeginArray {
		return nil, r.fail("/contents", "is not an array")
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, err
	}
	var all []Contents
	for r.dec.PeekKind() != jsontext.KindEndArray {
		c, err := r.contents(fmt.Sprintf("/contents/%d", len(all)))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	_, err := r.dec.ReadToken()
	return all, err
}

// contents reads the item at pointer.
func (r *readDecoder) contents(pointer string) (Contents, error) {
	var c Contents
	if r.dec.PeekKind() != jsontext.KindBeginObject {
		return c, r.fail(pointer, "is not an object")
	}
	held := ""
	err := r.each(func(name string) (err error) {
		at := pointer + "/" + name
		switch name {
		case "uri":
			return r.string(at, &c.URI)
		case "mimeType":
			return r.string(at, &c.MIMEType)
		case "text", "blob":
			if r.dec.PeekKind() == jsontext.KindNull {
				return r.dec.SkipValue()
			}
			if held != "" { // the contract has one field for contents
				return r.lose()
			}
			held, c.Text = name, name == "text"
			c.Data, err = r.data(at, c.Text)
			return err
		case "_meta":
			return r.meta(&c.Meta)
		default:
			return r.lose()
		}
	})
	if held == "" { // the official Go SDK omits empty text
		c.Text = true
	}
	return c, err
}

// string reads a string; null becomes the empty string.
func (r *readDecoder) string(at string, dst *string) error {
	r.mismatch = false
	err := r.optionalText(dst)
	if err == nil && r.mismatch {
		return r.fail(at, "is not a string")
	}
	return err
}

// data reads the string that contains text or a blob.
func (r *readDecoder) data(at string, isText bool) ([]byte, error) {
	if r.dec.PeekKind() != jsontext.KindString {
		return nil, r.fail(at, "is not a string")
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		return nil, err
	}
	data := []byte(raw[1 : len(raw)-1])
	if bytes.IndexByte(data, '\\') >= 0 || isText && !utf8.Valid(data) {
		// Invalid Unicode is replaced with U+FFFD; base64 contains none.
		if data, err = jsontext.AppendUnquote(nil, raw); err != nil {
			r.losses.Add(r.dec.StackPointer())
		}
	}
	if isText {
		return data, nil
	}
	decoded := make([]byte, base64.StdEncoding.DecodedLen(len(data)))
	n, err := base64.StdEncoding.Decode(decoded, data)
	if err != nil {
		return nil, r.fail(at, "is not base64")
	}
	return decoded[:n], nil
}
