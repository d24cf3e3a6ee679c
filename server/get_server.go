package server

import (
	"context"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/server/internal/text"
)

// GetServer returns one server with its instructions.
func (s *adminService) GetServer(_ context.Context, req *adminv1.GetServerRequest) (*adminv1.GetServerResponse, error) {
	server, err := s.Servers.Server(req.GetName())
	if err != nil {
		return nil, err
	}
	message := serverMessage(server)
	message.Instructions = text.Cut(text.Valid(server.Instructions), maxInstructions)
	return &adminv1.GetServerResponse{Server: message}, nil
}
