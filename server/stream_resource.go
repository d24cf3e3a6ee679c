package server

import (
	"errors"
	"slices"

	"google.golang.org/grpc"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/stream"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// StreamResource reads a resource of any size and sends it in chunks.
func (s *resourceService) StreamResource(req *resourcev1.StreamResourceRequest, events grpc.ServerStreamingServer[resourcev1.StreamResourceResponse]) error {
	ctx := events.Context()
	answer, err := s.read(ctx, req.GetRead())
	if err != nil {
		return &readError{err: err}
	}
	out := stream.NewSender(events)
	defer out.Close() // for a panic below
	err = out.Finish(ctx, s.resourceEvents(answer))
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) { // while the caller did not read
		failure := toolcall.Ended(answer.result.Server, "", cause)
		failure.URI, failure.Written, failure.Repeatable = answer.read.URI, true, true
		return failure
	}
	return err
}

// readError is the error of the read that the request has in its field read.
type readError struct{ err error }

func (e *readError) Error() string { return e.err.Error() }
func (e *readError) Unwrap() error { return e.err }

// verdict gives violations the path that they have in the request.
func (e *readError) Verdict() failure.Verdict {
	v := failure.Judge(e.err)
	v.Violations = slices.Clone(v.Violations)
	for i := range v.Violations {
		v.Violations[i].Field = "read." + v.Violations[i].Field
	}
	return v
}

// resourceEvents is a resource as the stream gives it.
func (b *backend) resourceEvents(answer *resourceAnswer) []*resourcev1.StreamResourceResponse {
	var events []*resourcev1.StreamResourceResponse
	for _, c := range answer.Contents {
		events = append(events, &resourcev1.StreamResourceResponse{
			Event: &resourcev1.StreamResourceResponse_Start{Start: contentsStart(c)},
		})
		for rest := c.Data; len(rest) > 0; {
			n := min(len(rest), b.Limits.ChunkBytes)
			events = append(events, &resourcev1.StreamResourceResponse{
				Event: &resourcev1.StreamResourceResponse_Chunk{Chunk: rest[:n:n]},
			})
			rest = rest[n:]
		}
	}
	return append(events, &resourcev1.StreamResourceResponse{
		Event: &resourcev1.StreamResourceResponse_Result{Result: answer.response()},
	})
}
