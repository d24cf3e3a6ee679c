package server

import (
	"context"

	"google.golang.org/protobuf/proto"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// ListTools returns a page of tools. A page ends early where the next tool would
// not fit the response.
func (s *toolService) ListTools(ctx context.Context, req *toolv1.ListToolsRequest) (*toolv1.ListToolsResponse, error) {
	catalog, err := s.Tools.Catalog(ctx, req.GetServer())
	if err != nil {
		return nil, err
	}
	list := newPageList("tools", req.GetServer(), catalog.Revision)
	offset, err := list.offset(req.GetPageToken(), len(catalog.Tools))
	if err != nil {
		return nil, err
	}
	resp := &toolv1.ListToolsResponse{
		UnavailableServers: unavailableMessages(catalog.Unavailable),
		Revision:           catalog.Revision,
	}
	room := s.Limits.ResponseBytes - proto.Size(resp) - maxPageOverhead
	end := min(offset+pageSize(req.GetPageSize()), len(catalog.Tools))
	for ; offset < end; offset++ {
		tool := s.toolMessage(catalog.Tools[offset])
		size := proto.Size(tool) + itemOverhead
		if size > room && len(resp.Tools) > 0 {
			break
		}
		if size > room { // alone and still too large: one tool must not hide the rest
			dropSchemas(tool)
		}
		room -= size
		resp.Tools = append(resp.Tools, tool)
	}
	if offset < len(catalog.Tools) {
		resp.NextPageToken = list.token(offset)
	}
	return resp, nil
}

// Bytes that a page needs beside its tools, and a tool beside its message.
const (
	maxPageOverhead = 256
	itemOverhead    = 8
)

// dropSchemas makes a tool small enough for any response.
func dropSchemas(tool *toolv1.Tool) {
	tool.InputSchema, tool.OutputSchema = nil, nil
	tool.Title = cut(tool.GetTitle(), maxForeignText)
	tool.Description = cut(tool.GetDescription(), maxForeignText)
	tool.SchemaProblem = "left out: the definition is over the limit of a response"
}
