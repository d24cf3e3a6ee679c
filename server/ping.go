package server

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// Ping measures the round trip to a server.
func (s *adminService) Ping(ctx context.Context, req *adminv1.PingRequest) (*adminv1.PingResponse, error) {
	if req.GetServer() == "" {
		return &adminv1.PingResponse{}, nil
	}
	took, err := s.Servers.Ping(ctx, req.GetServer())
	if err != nil {
		return nil, err
	}
	return &adminv1.PingResponse{RoundTripDuration: durationpb.New(toolcall.Positive(took))}, nil
}
