package server

import (
	"context"

	"google.golang.org/protobuf/proto"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/server/internal/paging"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// ListResourceTemplates returns a page of resource templates. A page ends early if the next template would
// exceed the response limit.
func (s *resourceService) ListResourceTemplates(
	ctx context.Context, req *resourcev1.ListResourceTemplatesRequest,
) (*resourcev1.ListResourceTemplatesResponse, error) {
	catalog, err := s.Resources.ResourceCatalog(ctx, req.GetServer())
	if err != nil {
		return nil, err
	}
	resp := &resourcev1.ListResourceTemplatesResponse{
		UnavailableServers: unavailableMessages(catalog.Unavailable),
		Revision:           catalog.TemplatesRevision,
	}
	list := paging.NewList("resource templates", req.GetServer(), catalog.TemplatesRevision)
	room := s.Limits.ResponseBytes - proto.Size(resp) - paging.MaxPageOverhead
	resp.ResourceTemplates, resp.NextPageToken, err = paging.Fill(
		list, catalog.Templates, req, room, templateMessage, shortenTemplate,
	)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// shortenTemplate makes a template small enough for any response.
func shortenTemplate(t *resourcev1.ResourceTemplate) {
	t.Name, t.MimeType = text.Cut(t.GetName(), text.MaxForeign), text.Cut(t.GetMimeType(), text.MaxForeign)
	t.Title, t.Description = text.Cut(t.GetTitle(), text.MaxForeign), text.Cut(t.GetDescription(), text.MaxForeign)
	t.Annotations = nil
}
