package server

import (
	"context"
	"strings"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/server/internal/paging"
)

// ListServers returns a page of servers.
func (s *adminService) ListServers(
	_ context.Context, req *adminv1.ListServersRequest,
) (*adminv1.ListServersResponse, error) {
	servers := s.Servers.Servers()
	names := make([]string, len(servers))
	for i, server := range servers {
		names[i] = server.Name
	}
	list := paging.NewList("servers", "", strings.Join(names, "\x00"))
	offset, err := list.Offset(req.GetPageToken(), len(servers))
	if err != nil {
		return nil, err
	}
	resp := new(adminv1.ListServersResponse)
	end := min(offset+paging.Size(req.GetPageSize()), len(servers))
	for _, server := range servers[offset:end] {
		resp.Servers = append(resp.Servers, serverMessage(server))
	}
	if end < len(servers) {
		resp.NextPageToken = list.Token(end)
	}
	return resp, nil
}
