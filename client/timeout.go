package client

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

// DefaultTimeout is the deadline of a call whose context has none. It covers the
// wait for the service and all attempts.
const DefaultTimeout = 120 * time.Second

// limit returns ctx with the default deadline if ctx has no deadline and the client has a default.
func (c *Client) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok || c.timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, c.timeout)
}

// limitUnary is the interceptor that applies the default deadline to unary calls.
func (c *Client) limitUnary(
	ctx context.Context, method string, req, reply any,
	conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption,
) error {
	ctx, cancel := c.limit(ctx)
	defer cancel()
	return invoke(ctx, method, req, reply, conn, opts...)
}

// limitStream is the interceptor that applies the default deadline to streams.
func (c *Client) limitStream(
	ctx context.Context, desc *grpc.StreamDesc, conn *grpc.ClientConn, method string,
	streamer grpc.Streamer, opts ...grpc.CallOption,
) (grpc.ClientStream, error) {
	if !c.limited(desc, method) {
		return streamer(ctx, desc, conn, method, opts...)
	}
	ctx, cancel := c.limit(ctx)
	// The limited capacity makes append copy the slice instead of writing to the caller's array.
	opts = append(opts[:len(opts):len(opts)], grpc.OnFinish(func(error) { cancel() }))
	stream, err := streamer(ctx, desc, conn, method, opts...)
	if err != nil {
		cancel()
	}
	return stream, err
}

// limited reports whether a stream gets the default deadline. A watch and a stream of client
// messages do not get it: the caller decides when they end.
func (c *Client) limited(desc *grpc.StreamDesc, method string) bool {
	return desc.ServerStreams && !desc.ClientStreams && !c.methods.Of(method).Watch
}
