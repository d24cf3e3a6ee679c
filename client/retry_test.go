package client_test

import (
	"context"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/coderef-system/coderefd/client"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// pushBack sets the trailer that delays or forbids retries.
func pushBack(ctx context.Context, value string) {
	_ = grpc.SetTrailer(ctx, metadata.Pairs("grpc-retry-pushback-ms", value)) // the test sees its effect
}

// A call of a tool is repeated if the service itself reports that nothing ran.
func TestCallToolRetries(t *testing.T) {
	later := &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Hour)}
	tests := map[string]struct {
		fail  func(ctx context.Context) error
		calls int
		code  codes.Code
	}{
		"RetryInfo": {func(context.Context) error { return unavailable() }, 3, codes.OK},
		"no delay":  {func(context.Context) error { return failure(codes.Unavailable, "X", nil) }, 3, codes.OK},
		"push-back overrides RetryInfo": {func(ctx context.Context) error {
			pushBack(ctx, "1")
			return failure(codes.Unavailable, "X", nil, later)
		}, 3, codes.OK},
		"push-back forbids": {func(ctx context.Context) error {
			pushBack(ctx, "-1")
			return unavailable()
		}, 1, codes.Unavailable},
		"malformed push-back forbids": {func(ctx context.Context) error {
			pushBack(ctx, "soon")
			return unavailable()
		}, 1, codes.Unavailable},
		"no ErrorInfo": {func(context.Context) error { return broken() }, 1, codes.Unavailable},
		"maybeExecuted": {func(context.Context) error {
			return failure(codes.Unavailable, "X", []string{"maybeExecuted", "true"}, soonAgain())
		}, 1, codes.Unavailable},
		"another code": {func(context.Context) error { return maybeExecuted() }, 1, codes.Aborted},
		"after the deadline": {func(context.Context) error {
			return failure(codes.Unavailable, "X", nil, later)
		}, 1, codes.Unavailable},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := &fake{unary: func(ctx context.Context, attempt int, _ string, _ any) (any, error) {
				if attempt < 3 {
					return nil, test.fail(ctx)
				}
				return &toolv1.CallToolResponse{}, nil
			}}
			_, err := serve(t, f).ToolService().CallTool(soon(t), &toolv1.CallToolRequest{Name: "x"})
			if status.Code(err) != test.code || f.count() != test.calls {
				t.Errorf("got %v after %d attempts, want %v after %d", err, f.count(), test.code, test.calls)
			}
		})
	}
}

// failing serves every unary RPC with the same failure.
func failing(err func() error) *fake {
	return &fake{unary: func(context.Context, int, string, any) (any, error) { return nil, err() }}
}

func TestRetriesEnd(t *testing.T) {
	f := failing(unavailable)
	_, err := serve(t, f).ToolService().CallTool(soon(t), &toolv1.CallToolRequest{Name: "x"})
	if status.Code(err) != codes.Unavailable || f.count() != 4 {
		t.Errorf("got %v after %d attempts, want UNAVAILABLE after 4", err, f.count())
	}
}

// A connection that breaks during a call gives UNAVAILABLE too, but the tool may
// have run.
func TestBrokenConnection(t *testing.T) {
	begun := make(chan struct{}, 2)
	f := &fake{unary: func(ctx context.Context, _ int, _ string, _ any) (any, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	address, stop, err := serveFake("127.0.0.1:0", f)
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, address)
	failed := make(chan error, 1)
	ctx := soon(t)
	go func() {
		_, err := c.ToolService().CallTool(ctx, &toolv1.CallToolRequest{Name: "x"})
		failed <- err
	}()
	<-begun
	stop()
	if err := <-failed; status.Code(err) != codes.Unavailable || f.count() != 1 {
		t.Errorf("got %v after %d attempts, want UNAVAILABLE after 1", err, f.count())
	}
}

// An RPC without side effects is repeated regardless of the source of UNAVAILABLE. An RPC that is only
// idempotent is repeated only if the service itself reports UNAVAILABLE.
func TestRetriesByMethod(t *testing.T) {
	for _, test := range []struct {
		method string
		call   func(context.Context, *client.Client) error
		fail   func() error
		want   int
	}{
		{"Scan", func(ctx context.Context, c *client.Client) error {
			_, err := c.CodeIntelService().Scan(ctx, &codeintelv1.ScanRequest{})
			return err
		}, broken, 2},
		{"Tag", func(ctx context.Context, c *client.Client) error {
			_, err := c.CodeIntelService().Tag(ctx, &codeintelv1.TagRequest{})
			return err
		}, broken, 1},
		{"Tag", func(ctx context.Context, c *client.Client) error {
			_, err := c.CodeIntelService().Tag(ctx, &codeintelv1.TagRequest{})
			return err
		}, unavailable, 2},
		{"Export", func(ctx context.Context, c *client.Client) error {
			_, err := c.CodeIntelService().Export(ctx, &codeintelv1.ExportRequest{})
			return err
		}, unavailable, 2},
		{"Export", func(ctx context.Context, c *client.Client) error {
			_, err := c.CodeIntelService().Export(ctx, &codeintelv1.ExportRequest{})
			return err
		}, broken, 1},
	} {
		f := &fake{}
		f.unary = func(_ context.Context, attempt int, method string, _ any) (any, error) {
			if attempt == 1 {
				return nil, test.fail()
			}
			return anyResponse(method)
		}
		err := test.call(soon(t), serve(t, f))
		if f.count() != test.want || (err == nil) != (test.want == 2) {
			t.Errorf(
				"%s after %v: got %v after %d attempts, want %d", test.method, test.fail(), err, f.count(), test.want,
			)
		}
	}
}

// When most calls fail, none is repeated.
func TestRetryBudget(t *testing.T) {
	f := failing(unavailable)
	c := serve(t, f)
	for f.count() < 300 { // each failure takes a token; 250 of 500 may be spent
		if _, err := c.ToolService().CallTool(soon(t), &toolv1.CallToolRequest{Name: "x"}); err == nil {
			t.Fatalf("CallTool %d: got no error, want one", f.count())
		}
	}
	before := f.count()
	_, err := c.ToolService().CallTool(soon(t), &toolv1.CallToolRequest{Name: "x"})
	if got := f.count() - before; status.Code(err) != codes.Unavailable || got != 1 {
		t.Errorf("got %v after %d attempts, want UNAVAILABLE after 1", err, got)
	}
}
