package server

import (
	"context"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
)

// GetResource reads a resource that fits into one message.
func (s *resourceService) GetResource(ctx context.Context, req *resourcev1.GetResourceRequest) (*resourcev1.GetResourceResponse, error) {
	answer, err := s.read(ctx, req)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, c := range answer.Contents {
		size += len(c.Data)
	}
	resp := answer.response()
	// Text is copied into its message, so what cannot fit is refused before.
	if size <= s.Limits.ResponseBytes {
		for _, c := range answer.Contents {
			resp.Contents = append(resp.Contents, contentsMessage(c))
		}
	}
	if err := s.checkResourceSize(resp, size, answer); err != nil {
		return nil, err
	}
	return resp, nil
}
