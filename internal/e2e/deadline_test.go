package e2e_test

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// inChild is a deadline that expires while a hanging child process runs the call.
const inChild = 3 * time.Second

// If a deadline expires while the server runs the call, the status names that stage, and the call is
// cancelled in the server.
func TestDeadlineReachesTheChild(t *testing.T) {
	s, m := startHanging(t)
	ctx, cancel := context.WithTimeout(t.Context(), inChild)
	defer cancel()
	_, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{Name: "hang"})
	info := wantStatus(t, err, codes.DeadlineExceeded, commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED)
	if info.GetMetadata()["stage"] != "server" || info.GetMetadata()["server"] != "hangs" {
		t.Errorf("metadata %v, want stage server and server hangs", info.GetMetadata())
	}
	awaitLine(t, m.cancelled)
}

// A cancelled call frees the only slot, and the next call gets it.
func TestCancelledCallFreesItsSlot(t *testing.T) {
	s, m := startHanging(t)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{Name: "hang"})
		left <- err
	}()
	awaitLine(t, m.called)
	leave()
	if err := <-left; err == nil {
		t.Fatal("cancelled call: got a result, want an error")
	}
	ctx, leave = context.WithCancel(t.Context())
	go func() {
		_, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{Name: "hang"})
		left <- err
	}()
	awaitLine(t, m.called)
	leave()
	<-left
}

// Deadlines and cancellation end typed RPCs, including the stream, in the same way as CallTool.
func TestTypedCallsEnd(t *testing.T) {
	for name, call := range map[string]func(context.Context, codeintelv1.CodeIntelServiceClient) error{
		"unary": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Tag(ctx, &codeintelv1.TagRequest{ProjectPath: "/p"})
			return err
		},
		"stream": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			stream, err := c.StreamScan(ctx, &codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: "/p"}})
			if err == nil {
				_, err = stream.Recv()
			}
			return err
		},
	} {
		t.Run(name+", by the deadline", func(t *testing.T) {
			s, m := startHangingAs(t, "coderef")
			ctx, cancel := context.WithTimeout(t.Context(), inChild)
			defer cancel()
			info := wantStatus(
				t, call(ctx, s.CodeIntel()), codes.DeadlineExceeded,
				commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED,
			)
			if info.GetMetadata()["stage"] != "server" || info.GetMetadata()["maybeExecuted"] != "true" {
				t.Errorf("metadata %v, want stage server and maybeExecuted", info.GetMetadata())
			}
			awaitLine(t, m.cancelled)
		})
		t.Run(name+", by the caller", func(t *testing.T) {
			s, m := startHangingAs(t, "coderef")
			ctx, leave := context.WithCancel(t.Context())
			left := make(chan error, 1)
			go func() { left <- call(ctx, s.CodeIntel()) }()
			awaitLine(t, m.called)
			leave()
			if err := <-left; status.Code(err) != codes.Canceled {
				t.Errorf("%v, want Canceled", err)
			}
			awaitLine(t, m.cancelled)
		})
	}
}
