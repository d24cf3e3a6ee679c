package toolresult

import (
	"encoding/base64"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/server/internal/jsonpb"
)

// decodeBlock reads one content block. A block of an unknown type, or with members of a type that MCP does
// not allow, is kept whole as a Struct.
func decodeBlock(raw []byte, at jsontext.Pointer, depth int, losses *jsonpb.Losses) (*commonv1.Content, error) {
	b := block{
		object:  object{dec: jsonpb.NewDecoder(raw), depth: depth, losses: jsonpb.NewLosses(at)},
		content: new(commonv1.Content),
	}
	known, err := b.decode(blockType(raw))
	if err != nil {
		return nil, err
	}
	if known {
		losses.Merge(b.losses)
		return b.content, nil
	}
	own := jsonpb.NewLosses(at)
	other, err := jsonpb.ParseStruct(raw, depth, own)
	if err != nil {
		return nil, err
	}
	losses.Merge(own)
	return &commonv1.Content{Kind: &commonv1.Content_Other{Other: other}}, nil
}

// blockType returns the type member of a block, or "" if there is none.
func blockType(raw []byte) string {
	o := object{dec: jsonpb.NewDecoder(raw), losses: new(jsonpb.Losses)}
	var name string
	// A block that cannot be read has no type. Reading it whole reports the reason.
	_ = o.each(func(member string) error {
		if member == "type" {
			return o.text(&name)
		}
		return o.dec.SkipValue()
	})
	return name
}

type block struct {
	object
	content *commonv1.Content
}

// decode reads the block as the given type. It returns false if the block does not match that type.
func (b *block) decode(kind string) (bool, error) {
	var member func(name string) (bool, error)
	var complete func() bool
	switch kind {
	case "text":
		member, complete = b.textBlock()
	case "image", "audio":
		member, complete = b.blobBlock(kind)
	case "resource_link":
		member, complete = b.linkBlock()
	case "resource":
		member, complete = b.resourceBlock()
	default:
		return false, nil
	}
	err := b.each(func(name string) error {
		switch name {
		case "type":
			return b.dec.SkipValue()
		case "annotations":
			return b.annotations()
		case "_meta":
			return b.meta(&b.content.Meta)
		}
		if read, err := member(name); read || err != nil {
			return err
		}
		return b.lose()
	})
	return !b.mismatch && complete(), err
}

func (b *block) textBlock() (func(string) (bool, error), func() bool) {
	text, found := new(commonv1.TextContent), false
	b.content.Kind = &commonv1.Content_Text{Text: text}
	return func(name string) (bool, error) {
		if name != "text" {
			return false, nil
		}
		found = true
		return true, b.text(&text.Text)
	}, func() bool { return found }
}

func (b *block) blobBlock(kind string) (func(string) (bool, error), func() bool) {
	blob, found := new(commonv1.BlobContent), false
	if kind == "image" {
		b.content.Kind = &commonv1.Content_Image{Image: blob}
	} else {
		b.content.Kind = &commonv1.Content_Audio{Audio: blob}
	}
	return func(name string) (bool, error) {
		switch name {
		case "data":
			found = true
			return true, b.base64(&blob.Data)
		case "mimeType":
			return true, b.optionalText(&blob.MimeType)
		default:
			return false, nil
		}
	}, func() bool { return found }
}

func (b *block) linkBlock() (func(string) (bool, error), func() bool) {
	link := new(commonv1.ResourceLink)
	b.content.Kind = &commonv1.Content_ResourceLink{ResourceLink: link}
	return func(name string) (bool, error) {
		switch name {
		case "uri":
			return true, b.text(&link.Uri)
		case "name":
			return true, b.text(&link.Name)
		case "title":
			return true, b.optionalText(&link.Title)
		case "description":
			return true, b.optionalText(&link.Description)
		case "mimeType":
			return true, b.optionalText(&link.MimeType)
		case "size":
			return true, b.size(&link.SizeBytes)
		default:
			return false, nil
		}
	}, func() bool { return link.Uri != "" }
}

func (b *block) resourceBlock() (func(string) (bool, error), func() bool) {
	resource := new(commonv1.ResourceContents)
	b.content.Kind = &commonv1.Content_Resource{Resource: resource}
	member := func(name string) error {
		if resource.Contents != nil && (name == "text" || name == "blob") { // the contract has one field for contents
			return b.lose()
		}
		switch name {
		case "uri":
			return b.text(&resource.Uri)
		case "mimeType":
			return b.optionalText(&resource.MimeType)
		case "text":
			text := new(commonv1.ResourceContents_Text)
			resource.Contents = text
			return b.text(&text.Text)
		case "blob":
			blob := new(commonv1.ResourceContents_Blob)
			resource.Contents = blob
			return b.base64(&blob.Blob)
		case "_meta":
			return b.meta(&resource.Meta)
		default:
			return b.lose()
		}
	}
	return func(name string) (bool, error) {
		if name != "resource" || b.dec.PeekKind() != jsontext.KindBeginObject {
			return false, nil
		}
		return true, b.each(member)
	}, func() bool { return resource.Uri != "" && resource.Contents != nil }
}

func (b *block) base64(dst *[]byte) error {
	var text string
	if err := b.text(&text); err != nil {
		return err
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		b.losses.Add(b.dec.StackPointer())
		return nil //nolint:nilerr // reported as a loss
	}
	*dst = data
	return nil
}

func (b *block) size(dst **int64) error {
	if b.dec.PeekKind() != jsontext.KindNumber {
		return b.lose()
	}
	raw, err := b.dec.ReadValue()
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil {
		b.losses.Add(b.dec.StackPointer())
		return nil //nolint:nilerr // reported as a loss
	}
	*dst = proto.Int64(n)
	return nil
}

func (b *block) annotations() error {
	if b.dec.PeekKind() != jsontext.KindBeginObject {
		return b.lose()
	}
	a := new(commonv1.ContentAnnotations)
	b.content.Annotations = a
	return b.each(func(name string) error {
		switch {
		case name == "audience" && b.dec.PeekKind() == jsontext.KindBeginArray:
			return b.audience(a)
		case name == "priority" && b.dec.PeekKind() == jsontext.KindNumber:
			v, err := jsonpb.ReadValue(b.dec, 0, b.losses)
			a.Priority = proto.Float64(v.GetNumberValue())
			return err
		case name == "lastModified" && b.dec.PeekKind() == jsontext.KindString:
			return b.lastModified(a)
		default:
			return b.lose()
		}
	})
}

func (b *block) audience(a *commonv1.ContentAnnotations) error {
	if _, err := b.dec.ReadToken(); err != nil {
		return err
	}
	for b.dec.PeekKind() != jsontext.KindEndArray {
		if b.dec.PeekKind() != jsontext.KindString {
			if err := b.lose(); err != nil {
				return err
			}
			continue
		}
		role, err := jsonpb.ReadString(b.dec, b.losses)
		if err != nil {
			return err
		}
		a.Audience = append(a.Audience, role)
	}
	_, err := b.dec.ReadToken()
	return err
}

func (b *block) lastModified(a *commonv1.ContentAnnotations) error {
	text, err := jsonpb.ReadString(b.dec, b.losses)
	if err != nil {
		return err
	}
	when, err := time.Parse(time.RFC3339, text)
	if stamp := timestamppb.New(when); err == nil && stamp.CheckValid() == nil {
		a.LastModifiedTime = stamp
		return nil
	}
	b.losses.Add(b.dec.StackPointer())
	return nil
}
