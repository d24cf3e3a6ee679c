package server

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// GetCapabilities returns the features of the service and its limits.
func (s *adminService) GetCapabilities(
	context.Context, *adminv1.GetCapabilitiesRequest,
) (*adminv1.GetCapabilitiesResponse, error) {
	return &adminv1.GetCapabilitiesResponse{
		ProtocolVersions: s.ProtocolVersions,
		Limits: &adminv1.Limits{
			MaxRequestBytes:       int64(s.Limits.RequestBytes),
			MaxResponseBytes:      int64(s.Limits.ResponseBytes),
			MaxServerMessageBytes: int64(s.Limits.ServerMessageBytes),
			MaxJsonDepth:          toolcall.Count(s.Limits.JSONDepth),
			MaxChunkBytes:         int64(s.Limits.ChunkBytes),
		},
		CallDefaults: &adminv1.CallDefaults{
			Timeout:     durationpb.New(s.Deadlines.Default),
			MaxTimeout:  durationpb.New(s.Deadlines.Max),
			MaxAttempts: toolcall.Count(s.Deadlines.MaxAttempts),
		},
	}, nil
}
