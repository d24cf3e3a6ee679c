package server

import (
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

func resourceMessage(r *mcpbridge.Resource) *resourcev1.Resource {
	return &resourcev1.Resource{
		Server:      r.Server,
		Uri:         text.Valid(r.URI),
		Name:        text.Valid(r.Name),
		Title:       text.Valid(r.Title),
		Description: text.Valid(r.Description),
		MimeType:    text.Valid(r.MIMEType),
		SizeBytes:   r.Size,
		Annotations: hintsMessage(r.Hints),
		OwnsBareUri: r.Bound,
	}
}

func templateMessage(t *mcpbridge.ResourceTemplate) *resourcev1.ResourceTemplate {
	message := &resourcev1.ResourceTemplate{
		Server:              t.Server,
		UriTemplate:         text.Valid(t.Template),
		Name:                text.Valid(t.Name),
		Title:               text.Valid(t.Title),
		Description:         text.Valid(t.Description),
		MimeType:            text.Valid(t.MIMEType),
		Annotations:         hintsMessage(t.Hints),
		OwnsBareUriTemplate: t.Bound,
		TemplateProblem:     text.Valid(t.Problem),
	}
	for _, v := range t.Variables {
		message.Variables = append(message.Variables, &resourcev1.TemplateVariable{Name: v.Name, Required: v.Required})
	}
	return message
}

// hintsMessage returns nil if the server gives no hint.
func hintsMessage(h mcpbridge.ContentHints) *commonv1.ContentAnnotations {
	if len(h.Audience) == 0 && h.Priority == nil && h.LastModified == "" {
		return nil
	}
	message := &commonv1.ContentAnnotations{Priority: h.Priority}
	for _, role := range h.Audience {
		message.Audience = append(message.Audience, text.Valid(role))
	}
	when, err := time.Parse(time.RFC3339, h.LastModified)
	if stamp := timestamppb.New(when); err == nil && stamp.CheckValid() == nil {
		message.LastModifiedTime = stamp
	}
	return message
}

// contentsMessage converts contents to one message.
func contentsMessage(c toolresult.Contents) *commonv1.ResourceContents {
	message := &commonv1.ResourceContents{Uri: c.URI, MimeType: c.MIMEType, Meta: c.Meta}
	if c.Text {
		message.Contents = &commonv1.ResourceContents_Text{Text: string(c.Data)}
	} else {
		message.Contents = &commonv1.ResourceContents_Blob{Blob: c.Data}
	}
	return message
}

// contentsStart announces contents that are sent in chunks.
func contentsStart(c toolresult.Contents) *resourcev1.ContentsStart {
	start := &resourcev1.ContentsStart{
		Uri: c.URI, MimeType: c.MIMEType, Meta: c.Meta, SizeBytes: proto.Int64(int64(len(c.Data))),
		Kind: resourcev1.ContentsKind_CONTENTS_KIND_BLOB,
	}
	if c.Text {
		start.Kind = resourcev1.ContentsKind_CONTENTS_KIND_TEXT
	}
	return start
}
