// Package requestid gives every call an id that the caller and the log share.
//
// The id is the caller's x-request-id if it is usable, otherwise a new one. It is returned in the
// header of the same name and stored in the context of the call.
package requestid

import (
	"context"
	"crypto/rand"

	middleware "github.com/grpc-ecosystem/go-grpc-middleware/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// Header is the metadata key of the id, in requests and responses.
const Header = "x-request-id"

// maxLength bounds the id of a caller, because it is part of every log record.
const maxLength = 128

type contextKey struct{}

// FromContext returns the id of the call, or "" outside of a call.
func FromContext(ctx context.Context) string {
	id, _ := ctx.Value(contextKey{}).(string)
	return id
}

// UnaryServerInterceptor sets the id of unary calls.
func UnaryServerInterceptor() grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
		ctx, header := named(ctx)
		// It fails only if the header was already sent, but no handler has run yet.
		_ = grpc.SetHeader(ctx, header)
		return handler(ctx, req)
	}
}

// StreamServerInterceptor sets the id of streams.
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

// usable reports whether an id can be part of a log line and a header without quoting.
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
