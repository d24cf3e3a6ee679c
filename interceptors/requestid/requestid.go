// Package requestid gives every call an id that caller and log share.
//
// The id is the caller's x-request-id, if it sends a usable one, or a new one. It
// comes back in the header of the same name and is in the context of the call.
package requestid

import (
	"context"
	"crypto/rand"

	middleware "github.com/grpc-ecosystem/go-grpc-middleware/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// Header is the metadata key of the id, both ways.
const Header = "x-request-id"

// maxLength bounds an id that a caller chooses: it stands in every log line.
const maxLength = 128

type contextKey struct{}

// FromContext returns the id of the call; empty outside one.
func FromContext(ctx context.Context) string {
	id, _ := ctx.Value(contextKey{}).(string)
	return id
}

// UnaryServerInterceptor names unary calls.
func UnaryServerInterceptor() grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		ctx, header := named(ctx)
		// It fails only when the header has been sent, and no handler has run yet.
		_ = grpc.SetHeader(ctx, header)
		return handler(ctx, req)
	}
}

// StreamServerInterceptor names streams.
func StreamServerInterceptor() grpc.StreamServerInterceptor {
	return func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		ctx, header := named(stream.Context())
		_ = stream.SetHeader(header) // as above
		return handler(srv, &middleware.WrappedServerStream{ServerStream: stream, WrappedContext: ctx})
	}
}

func named(ctx context.Context) (context.Context, metadata.MD) {
	id := ""
	if sent := metadata.ValueFromIncomingContext(ctx, Header); len(sent) == 1 && usable(sent[0]) {
		id = sent[0]
	} else {
		id = rand.Text()
	}
	return context.WithValue(ctx, contextKey{}, id), metadata.Pairs(Header, id)
}

// usable accepts what can stand in a log line and a header without quoting.
func usable(id string) bool {
	if id == "" || len(id) > maxLength {
		return false
	}
	for i := range len(id) {
		if c := id[i]; c <= ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
