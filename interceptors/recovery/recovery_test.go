package recovery_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/interceptors/internal/testserver"
	"github.com/coderef-system/coderefd/interceptors/recovery"
)

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func TestPanic(t *testing.T) {
	for name, call := range testserver.Calls() {
		t.Run(name, func(t *testing.T) {
			out := new(syncBuffer)
			o := recovery.Options{Logger: slog.New(slog.NewTextHandler(out, nil))}
			service := testserver.Both(func(context.Context, string) error { panic("the secret") })
			client := testserver.Start(
				t, service, recovery.UnaryServerInterceptor(o), recovery.StreamServerInterceptor(o),
			)
			_, err := call(t.Context(), client, "x")
			if status.Code(err) != codes.Internal || testserver.Info(err).GetReason() != "INTERNAL" {
				t.Errorf("got error %v with %v, want code Internal and reason INTERNAL", err, testserver.Info(err))
			}
			if strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), ".go:") {
				t.Errorf("got error %v, want one without the cause and its place", err)
			}
			for _, want := range []string{"the secret", "recovery_test.go", "CallTool"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("got log %s, want %q in it", out, want)
				}
			}
		})
	}
}

// Without a logger, the interceptor still recovers from a panic.
func TestErrorDomain(t *testing.T) {
	for domain, want := range testserver.Domains() {
		o := recovery.Options{ErrorDomain: domain}
		service := testserver.Both(func(context.Context, string) error { panic("x") })
		client := testserver.Start(t, service, recovery.UnaryServerInterceptor(o), recovery.StreamServerInterceptor(o))
		for way, call := range testserver.Calls() {
			_, err := call(t.Context(), client, "x")
			if got := testserver.Info(err).GetDomain(); got != want {
				t.Errorf("%s: domain %q gives %q, want %q: %v", way, domain, got, want, err)
			}
		}
	}
}
