package requestid_test

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/requestid"
)

func TestRequestID(t *testing.T) {
	tests := map[string]struct {
		sent []string
		keep bool
	}{
		"none":     {nil, false},
		"usable":   {[]string{"abc-123"}, true},
		"two":      {[]string{"a", "b"}, false},
		"too long": {[]string{strings.Repeat("a", 129)}, false},
		"blank":    {[]string{"a b"}, false},
		"quote":    {[]string{`a"b`}, false},
		"empty":    {[]string{""}, false},
	}
	for way, call := range testserver.Calls() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				seen := make(chan string, 1)
				client := testserver.Start(t, testserver.Both(func(ctx context.Context, _ string) error {
					seen <- requestid.FromContext(ctx)
					return nil
				}), requestid.UnaryServerInterceptor(), requestid.StreamServerInterceptor())
				ctx := t.Context()
				for _, id := range test.sent {
					ctx = metadata.AppendToOutgoingContext(ctx, requestid.Header, id)
				}
				var header metadata.MD
				if _, err := call(ctx, client, "x", grpc.Header(&header)); err != nil {
					t.Fatal(err)
				}
				id := <-seen
				if got := header.Get(requestid.Header); len(got) != 1 || got[0] != id || id == "" {
					t.Errorf("got header %q, want the id of the context %q, not empty", got, id)
				}
				if test.keep != (len(test.sent) == 1 && id == test.sent[0]) {
					t.Errorf("sent %q, got id %q, want it kept: %t", test.sent, id, test.keep)
				}
			})
		}
	}
	if got := requestid.FromContext(t.Context()); got != "" {
		t.Errorf("FromContext outside a call = %q, want none", got)
	}
}
