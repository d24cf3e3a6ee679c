// Package toolresult decodes the results of MCP servers (CallToolResult and ReadResourceResult) into typed
// values, and reports the values that these cannot represent.
package toolresult

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/types/known/structpb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// Typed is a result in typed form.
type Typed struct {
	Content    []*commonv1.Content
	Structured *structpb.Value  // nil if there is none
	Meta       *structpb.Struct // nil if there is none
	// LossyPaths are the JSON pointers of values that are not represented exactly.
	LossyPaths []string
}

// Decode decodes raw, the result member of a response. Values nested more than depth levels deep become null
// and a lossy path. An error means that raw is not an MCP result.
func Decode(raw []byte, depth int) (*Typed, error) {
	losses := new(jsonpb.Losses)
	o := object{dec: jsonpb.NewDecoder(raw), depth: depth, losses: losses}
	typed := new(Typed)
	err := o.each(func(name string) error {
		switch name {
		case "content":
			var err error
			typed.Content, err = o.blocks()
			return err
		case "structuredContent":
			var err error
			typed.Structured, err = jsonpb.ReadValue(o.dec, depth-1, losses)
			return err
		case "_meta":
			return o.meta(&typed.Meta)
		case "isError":
			return o.isError()
		case "resultType":
			return o.resultType()
		default:
			return o.lose()
		}
	})
	if err != nil {
		return nil, fmt.Errorf("toolresult: %w", err)
	}
	typed.LossyPaths = losses.Paths()
	return typed, nil
}

// isError skips the member, which the bridge has already read. Any value except true means false.
func (o *object) isError() error {
	if kind := o.dec.PeekKind(); kind != jsontext.KindTrue && kind != jsontext.KindFalse {
		return o.lose()
	}
	return o.dec.SkipValue()
}

// resultType reads the kind of result (MCP 2026-07-28). "complete" is the default, so it is not recorded as
// lost.
func (o *object) resultType() error {
	if o.dec.PeekKind() != jsontext.KindString {
		return o.lose()
	}
	kind, err := jsonpb.ReadString(o.dec, o.losses)
	if err == nil && kind != "complete" {
		o.losses.Add(o.dec.StackPointer())
	}
	return err
}

// blocks reads the content array.
func (o *object) blocks() ([]*commonv1.Content, error) {
	if kind := o.dec.PeekKind(); kind != jsontext.KindBeginArray {
		return nil, fmt.Errorf("content is not an array but %v", kind)
	}
	if _, err := o.dec.ReadToken(); err != nil {
		return nil, err
	}
	var all []*commonv1.Content
	for o.dec.PeekKind() != jsontext.KindEndArray {
		raw, err := o.dec.ReadValue()
		if err != nil {
			return nil, err
		}
		block, err := decodeBlock(raw, o.dec.StackPointer(), o.depth-2, o.losses)
		if err != nil {
			return nil, err
		}
		all = append(all, block)
	}
	_, err := o.dec.ReadToken()
	return all, err
}

// Members returns the raw values of the named members of raw, which is a JSON object, or nil for a missing
// member. The values alias raw. Of duplicate members, the last one is used.
func Members(raw []byte, names ...string) (map[string][]byte, error) {
	o := object{dec: jsonpb.NewDecoder(raw), losses: new(jsonpb.Losses)}
	found := make(map[string][]byte, len(names))
	for _, name := range names {
		found[name] = nil
	}
	err := o.each(func(name string) error {
		value, err := o.dec.ReadValue()
		if _, wanted := found[name]; wanted {
			found[name] = value
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("toolresult: %w", err)
	}
	return found, nil
}
