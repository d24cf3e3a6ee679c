package server

import (
	"context"

	"google.golang.org/protobuf/proto"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/server/internal/paging"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// ListResources returns a page of resources. A page ends early if the next resource would exceed the response
// limit.
func (s *resourceService) ListResources(
	ctx context.Context, req *resourcev1.ListResourcesRequest,
) (*resourcev1.ListResourcesResponse, error) {
	catalog, err := s.Resources.ResourceCatalog(ctx, req.GetServer())
	if err != nil {
		return nil, err
	}
	resp := &resourcev1.ListResourcesResponse{
		UnavailableServers: unavailableMessages(catalog.Unavailable),
		Revision:           catalog.ResourcesRevision,
	}
	list := paging.NewList("resources", req.GetServer(), catalog.ResourcesRevision)
	room := s.Limits.ResponseBytes - proto.Size(resp) - paging.MaxPageOverhead
	resp.Resources, resp.NextPageToken, err = paging.Fill(
		list, catalog.Resources, req, room, resourceMessage, shortenResource,
	)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// shortenResource makes a resource small enough for any response.
func shortenResource(r *resourcev1.Resource) {
	r.Name, r.MimeType = text.Cut(r.GetName(), text.MaxForeign), text.Cut(r.GetMimeType(), text.MaxForeign)
	r.Title, r.Description = text.Cut(r.GetTitle(), text.MaxForeign), text.Cut(r.GetDescription(), text.MaxForeign)
	r.Annotations = nil
}
