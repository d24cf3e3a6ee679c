package server

import (
	"context"

	"google.golang.org/protobuf/proto"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/server/internal/paging"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// ListTools returns a page of tools. A page ends early if the next tool would exceed the response limit.
func (s *toolService) ListTools(ctx context.Context, req *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
	catalog, err := s.Tools.Catalog(ctx, req.GetServer())
	if err != nil {
		return nil, err
	}
	resp := &toolv1.ListToolsResponse{
		UnavailableServers: unavailableMessages(catalog.Unavailable),
		Revision:           catalog.Revision,
	}
	list := paging.NewList("tools", req.GetServer(), catalog.Revision)
	room := s.Limits.ResponseBytes - proto.Size(resp) - paging.MaxPageOverhead
	resp.Tools, resp.NextPageToken, err = paging.Fill(list, catalog.Tools, req, room, s.toolMessage, dropSchemas)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

// dropSchemas makes a tool small enough for any response.
func dropSchemas(tool *toolv1.Tool) {
	tool.InputSchema, tool.OutputSchema = nil, nil
	tool.Title = text.Cut(tool.GetTitle(), text.MaxForeign)
	tool.Description = text.Cut(tool.GetDescription(), text.MaxForeign)
	tool.Truncated = true
}
