package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// inChild is a deadline that passes while a hanging child has the call.
const inChild = 3 * time.Second

// A deadline that passes in the child comes back as a status that says so, and
// the child is told.
func TestDeadlineReachesTheChild(t *testing.T) {
	s, folder := startHanging(t)
	ctx, cancel := context.WithTimeout(t.Context(), inChild)
	defer cancel()
	_, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{Name: "hang"})
	info := wantStatus(t, err, codes.DeadlineExceeded, commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED)
	if info.GetMetadata()["stage"] != "child" || info.GetMetadata()["server"] != "hangs" {
		t.Errorf("metadata %v, want stage child at server hangs", info.GetMetadata())
	}
	await(t, "the child to be told", func() bool { return marked(folder, "cancelled") })
}

// A caller that leaves frees its place: there is one, and the next call gets it.
func TestCallerWhoLeavesFreesItsSlot(t *testing.T) {
	s, folder := startHanging(t)
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{Name: "hang"})
		left <- err
	}()
	await(t, "the call to reach the child", func() bool { return marked(folder, "called") })
	leave()
	if err := <-left; err == nil {
		t.Fatal("a call that was left has an answer")
	}
	await(t, "the slot to be free", func() bool {
		response, err := s.Admin().GetServer(t.Context(), &adminv1.GetServerRequest{Name: "hangs"})
		if err != nil {
			t.Fatal(err)
		}
		return response.GetServer().GetProcesses()[0].GetInFlightCount() == 0
	})
	if err := os.Remove(filepath.Join(folder, "called")); err != nil {
		t.Fatal(err)
	}
	ctx, leave = context.WithCancel(t.Context())
	go func() {
		_, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{Name: "hang"})
		left <- err
	}()
	await(t, "the second call to reach the child", func() bool { return marked(folder, "called") })
	leave()
	<-left
}

// The typed RPCs are ended and cancelled as CallTool is; the stream is, too.
func TestTypedCallsEnd(t *testing.T) {
	for name, call := range map[string]func(context.Context, codeintelv1.CodeIntelServiceClient) error{
		"unary": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			_, err := c.Tag(ctx, &codeintelv1.TagRequest{Path: "/p"})
			return err
		},
		"stream": func(ctx context.Context, c codeintelv1.CodeIntelServiceClient) error {
			stream, err := c.StreamScan(ctx, &codeintelv1.StreamScanRequest{ProjectPath: "/p"})
			if err == nil {
				_, err = stream.Recv()
			}
			return err
		},
	} {
		t.Run(name+", by the deadline", func(t *testing.T) {
			s, folder := startHangingAs(t, "coderef")
			ctx, cancel := context.WithTimeout(t.Context(), inChild)
			defer cancel()
			info := wantStatus(t, call(ctx, s.CodeIntel()), codes.DeadlineExceeded, commonv1.ErrorReason_ERROR_REASON_DEADLINE_EXCEEDED)
			if info.GetMetadata()["stage"] != "child" || info.GetMetadata()["maybeExecuted"] != "true" {
				t.Errorf("metadata %v, want stage child, maybeExecuted", info.GetMetadata())
			}
			await(t, "the child to be told", func() bool { return marked(folder, "cancelled") })
		})
		t.Run(name+", by the caller", func(t *testing.T) {
			s, folder := startHangingAs(t, "coderef")
			ctx, leave := context.WithCancel(t.Context())
			left := make(chan error, 1)
			go func() { left <- call(ctx, s.CodeIntel()) }()
			await(t, "the call to reach the child", func() bool { return marked(folder, "called") })
			leave()
			if err := <-left; status.Code(err) != codes.Canceled {
				t.Errorf("%v, want Canceled", err)
			}
			await(t, "the child to be told", func() bool { return marked(folder, "cancelled") })
		})
	}
}
