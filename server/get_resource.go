package server

import (
	"context"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
)

// GetResource reads a resource that fits into one message.
func (s *resourceService) GetResource(
	ctx context.Context, req *resourcev1.GetResourceRequest,
) (*resourcev1.GetResourceResponse, error) {
	read, err := s.read(ctx, req)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, c := range read.Contents {
		size += len(c.Data)
	}
	resp := read.response()
	// Text is copied into its message, so a response that cannot fit is rejected before the copy.
	if size <= s.Limits.ResponseBytes {
		for _, c := range read.Contents {
			resp.Contents = append(resp.Contents, contentsMessage(c))
		}
	}
	if err := s.checkResourceSize(resp, size, read); err != nil {
		return nil, err
	}
	return resp, nil
}
