package client_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/coderef-system/coderefd/client"
)

// patience bounds every wait. No test waits until it has passed.
const patience = 30 * time.Second

// serve serves f on a port of its own and returns a client of it.
func serve(t *testing.T, f *fake, opts ...client.Option) *client.Client {
	t.Helper()
	return dial(t, start(t, "127.0.0.1:0", f), opts...)
}

// start serves f until the test ends and returns the address.
func start(t *testing.T, address string, f *fake) string {
	t.Helper()
	listening, stop, err := serveFake(address, f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return listening
}

// socket returns the address of a unix socket that does not exist.
func socket(t *testing.T) string {
	t.Helper()
	// Not t.TempDir: its path can be longer than a socket's may be.
	folder, err := os.MkdirTemp("", "client-") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return "unix:" + filepath.Join(folder, "s")
}

func dial(t *testing.T, address string, opts ...client.Option) *client.Client {
	t.Helper()
	c, err := client.Dial(address, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// soon returns a context that bounds a call.
func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// failure returns an error status as the service sends it. metadata is a list of
// keys and values.
func failure(code codes.Code, reason string, metadata []string, details ...protoadapt.MessageV1) error {
	info := &errdetails.ErrorInfo{Domain: "coderef", Reason: reason, Metadata: map[string]string{"server": "s"}}
	for i := 0; i+1 < len(metadata); i += 2 {
		info.Metadata[metadata[i]] = metadata[i+1]
	}
	st, err := status.New(code, "failed").WithDetails(append([]protoadapt.MessageV1{info}, details...)...)
	if err != nil {
		return err
	}
	return st.Err()
}

// Failures of calls. soonAgain makes tests fast: the client repeats at once.
func soonAgain() *errdetails.RetryInfo {
	return &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Millisecond)}
}

// unavailable is the service's own UNAVAILABLE.
func unavailable() error { return failure(codes.Unavailable, "SHUTTING_DOWN", nil, soonAgain()) }

// maybeExecuted is the error of the service if the tool may have run.
func maybeExecuted() error {
	return failure(codes.Aborted, "SHUTTING_DOWN", []string{"maybeExecuted", "true"}, soonAgain())
}

// broken is the error of gRPC if the connection breaks.
func broken() error { return status.Error(codes.Unavailable, "connection reset") }
