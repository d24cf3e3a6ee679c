package server

import (
	"context"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
)

// GetServer returns one server.
func (s *adminService) GetServer(_ context.Context, req *adminv1.GetServerRequest) (*adminv1.GetServerResponse, error) {
	server, err := s.Servers.Server(req.GetName())
	if err != nil {
		return nil, err
	}
	return &adminv1.GetServerResponse{Server: serverMessage(server)}, nil
}
