package toolresult

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// object reads the members of a JSON object one at a time.
type object struct {
	dec    *jsontext.Decoder
	depth  int
	losses *jsonpb.Losses
	// mismatch is set if a known member has the wrong type.
	mismatch bool
}

// each calls member with the name of each member; member reads the value. If a name occurs more than once,
// only one of its values is kept.
func (o *object) each(member func(name string) error) error {
	if kind := o.dec.PeekKind(); kind != jsontext.KindBeginObject {
		return fmt.Errorf("not an object but %v", kind)
	}
	if _, err := o.dec.ReadToken(); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for o.dec.PeekKind() != jsontext.KindEndObject {
		name, err := jsonpb.ReadString(o.dec, o.losses)
		if err != nil {
			return err
		}
		if seen[name] {
			o.losses.Add(o.dec.StackPointer())
		}
		seen[name] = true
		if err := member(name); err != nil {
			return err
		}
	}
	_, err := o.dec.ReadToken()
	return err
}

// lose skips an unknown value and records it as lost. A null contains no information, so it is not recorded.
func (o *object) lose() error {
	kind := o.dec.PeekKind()
	if err := o.dec.SkipValue(); err != nil {
		return err
	}
	if kind != jsontext.KindNull {
		o.losses.Add(o.dec.StackPointer())
	}
	return nil
}

// text reads a string into dst.
func (o *object) text(dst *string) error {
	if o.dec.PeekKind() != jsontext.KindString {
		o.mismatch = true
		return o.dec.SkipValue()
	}
	var err error
	*dst, err = jsonpb.ReadString(o.dec, o.losses)
	return err
}

// optionalText is like text, but accepts null.
func (o *object) optionalText(dst *string) error {
	if o.dec.PeekKind() == jsontext.KindNull {
		return o.dec.SkipValue()
	}
	return o.text(dst)
}

// meta reads a _meta object into dst.
func (o *object) meta(dst **structpb.Struct) error {
	if o.dec.PeekKind() != jsontext.KindBeginObject {
		return o.lose()
	}
	var err error
	*dst, err = jsonpb.ReadStruct(o.dec, o.depth-1, o.losses)
	return err
}
