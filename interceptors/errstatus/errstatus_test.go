package errstatus_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors/errstatus"
	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
)

func table(err error) *status.Status { return status.New(codes.DataLoss, "mapped "+err.Error()) }

func TestErrors(t *testing.T) {
	tests := map[string]struct {
		err  error
		want *status.Status
	}{
		"none":   {nil, nil},
		"domain": {errors.New("x"), status.New(codes.DataLoss, "mapped x")},
		"status": {status.Error(codes.NotFound, "kept"), status.New(codes.NotFound, "kept")},
	}
	for way, call := range testserver.Calls() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				service := testserver.Both(func(context.Context, string) error { return test.err })
				client := testserver.Start(
					t, service, errstatus.UnaryServerInterceptor(table), errstatus.StreamServerInterceptor(table),
				)
				_, err := call(t.Context(), client, "x")
				got := status.Convert(err)
				if got.Code() != test.want.Code() || got.Message() != test.want.Message() {
					t.Errorf("got %v, want %v", got, test.want)
				}
			})
		}
	}
}

// gRPC itself rejects a message over the receive limit, without a machine-readable reason. If that
// changes, docs/errors.md can specify one.
func TestOverReceiveLimit(t *testing.T) {
	service := testserver.Both(func(context.Context, string) error { return nil })
	client := testserver.Start(
		t, service, errstatus.UnaryServerInterceptor(table), errstatus.StreamServerInterceptor(table),
		grpc.MaxRecvMsgSize(100),
	)
	for way, call := range testserver.Calls() {
		_, err := call(t.Context(), client, strings.Repeat("x", 200))
		if status.Code(err) != codes.ResourceExhausted || testserver.Info(err) != nil {
			t.Errorf("%s: got %v with %v, want RESOURCE_EXHAUSTED without an ErrorInfo", way, err, testserver.Info(err))
		}
	}
}
