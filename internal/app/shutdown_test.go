package app_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/internal/app"
	"github.com/coderef-system/coderefd/internal/app/apptest"
	"github.com/coderef-system/coderefd/internal/config"
)

// outcome is the result of a call.
type outcome struct {
	result *client.Result
	err    error
}

// begin starts a call and returns when the tool has begun.
func begin(t *testing.T, c *client.Client, call client.Call) <-chan outcome {
	t.Helper()
	begun, done := make(chan struct{}, 1), make(chan outcome, 1)
	call.OnProgress = func(*commonv1.ProgressEvent) { begun <- struct{}{} }
	ctx := patient(t)
	go func() {
		result, err := c.Call(ctx, call)
		done <- outcome{result, err}
	}()
	select {
	case <-begun:
	case end := <-done:
		t.Fatalf("the call ended with %+v before it began, want it open", end)
	}
	return done
}

// stopped waits for the result of stop.
func stopped(stop func() error) <-chan error {
	done := make(chan error, 1)
	go func() { done <- stop() }()
	return done
}

// A call in flight may end within the grace period. A client that watches health is notified first and does
// not delay the stop.
func TestDrain(t *testing.T) {
	_, c, stop := start(t, func(cfg *config.Config) { cfg.ShutdownGrace = time.Hour })
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	health, err := healthv1.NewHealthClient(c.Conn()).Watch(patient(t), &healthv1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	call := begin(t, c, client.Call{Tool: "wait", Arguments: []byte(`{"pipe":"` + pipe + `"}`)})

	done := stopped(stop)
	for serving := true; serving; {
		response, err := health.Recv()
		if err != nil {
			t.Fatalf("health watch: got error %v before NOT_SERVING, want none", err)
		}
		serving = response.GetStatus() == healthv1.HealthCheckResponse_SERVING
	}
	select {
	case end := <-call:
		t.Fatalf("the shutdown ended the call with %+v, want it open", end)
	default:
	}
	if err := os.WriteFile(pipe, []byte("late"), 0o600); err != nil {
		t.Fatal(err)
	}
	if end := <-call; end.err != nil || end.result.IsError {
		t.Errorf("got %+v from the call, want a result", end)
	}
	if err := <-done; err != nil {
		t.Errorf("got error %v from the service, want none", err)
	}
}

// A call that takes longer than the grace is cut off.
func TestDrainLimit(t *testing.T) {
	_, c, stop := start(t, func(cfg *config.Config) { cfg.ShutdownGrace = time.Millisecond })
	call := begin(t, c, client.Call{Tool: "hang"})
	if err := stop(); !errors.Is(err, app.ErrCutOff) {
		t.Errorf("service: %v, want %v", err, app.ErrCutOff)
	}
	if end := <-call; status.Code(end.err) != codes.Unavailable && status.Code(end.err) != codes.Canceled {
		t.Errorf("got %+v from the call, want UNAVAILABLE or CANCELLED", end)
	}
}

// Watches would otherwise delay a graceful stop indefinitely.
func TestWatchesEnd(t *testing.T) {
	_, c, stop := start(t, func(cfg *config.Config) { cfg.ShutdownGrace = time.Hour })
	watch, err := c.ToolService().WatchTools(patient(t), &toolv1.WatchToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := watch.Recv(); err != nil {
		t.Fatal(err)
	}
	done := stopped(stop)
	for err == nil {
		_, err = watch.Recv()
	}
	if status.Code(err) != codes.Unavailable || errors.Is(err, io.EOF) {
		t.Errorf("watch ended with %v, want UNAVAILABLE", err)
	}
	if err := <-done; err != nil {
		t.Errorf("got error %v from the service, want none", err)
	}
}

// A reflection stream waits for the client's next request, which may never arrive.
func TestReflectionEnds(t *testing.T) {
	_, c, stop := start(t, func(cfg *config.Config) { cfg.ShutdownGrace = time.Hour })
	stream, err := reflectionv1.NewServerReflectionClient(c.Conn()).ServerReflectionInfo(patient(t))
	if err != nil {
		t.Fatal(err)
	}
	err = stream.Send(&reflectionv1.ServerReflectionRequest{
		MessageRequest: &reflectionv1.ServerReflectionRequest_ListServices{},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	done := stopped(stop)
	if _, err := stream.Recv(); status.Code(err) != codes.Unavailable {
		t.Errorf("stream ended with %v, want UNAVAILABLE", err)
	}
	if err := <-done; err != nil {
		t.Errorf("got error %v from the service, want none", err)
	}
}

// A connection without a gRPC client does not delay the stop. A connection with a call in flight is served
// until the call ends, see TestDrain.
func TestSilentConnectionEnds(t *testing.T) {
	a, c, stop := start(t, func(cfg *config.Config) { cfg.ShutdownGrace = time.Hour })
	var dialer net.Dialer
	silent, err := dialer.DialContext(patient(t), "tcp", a.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	// The listener accepts in order: the response to this call means that it has accepted the other
	// connection.
	if _, err := c.ToolService().ListTools(patient(t), &toolv1.ListToolsRequest{}); err != nil {
		t.Fatal(err)
	}
	done := stopped(stop)
	if err := silent.SetReadDeadline(time.Now().Add(config.ConnectionTimeout / 2)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, silent); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("silent connection: got it open after half of the timeout, want it closed")
	}
	if err := <-done; err != nil {
		t.Errorf("got error %v from the service, want none", err)
	}
}

// A text log explains which calls delay the shutdown, and how not to wait. A JSON log keeps its constant
// message.
func TestShutdownRecord(t *testing.T) {
	for format, want := range map[string]string{
		"text": `"shutting down: waiting for 1 call in flight; press again"`,
		"json": `"msg":"shutting down","grace":`,
	} {
		t.Run(format, func(t *testing.T) {
			cfg := apptest.Config(apptest.Server(t, "scripted"))
			cfg.ShutdownGrace = time.Millisecond
			cfg.Log.Level, cfg.Log.Format = "info", format
			var records bytes.Buffer // slog's handlers write one record at a time
			a, err := app.Open(
				t.Context(), cfg, app.Options{Environ: os.Environ(), Log: &records, StopHint: "press again"},
			)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := stopped(func() error { return a.Serve(ctx) })
			c, err := client.Dial(
				a.Addr(), client.WithDialOptions(grpc.WithDefaultCallOptions(grpc.WaitForReady(true))),
			)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			call := begin(t, c, client.Call{Tool: "hang", Server: "scripted"})
			cancel()
			<-call
			if err := <-done; !errors.Is(err, app.ErrCutOff) {
				t.Error(err)
			}
			if !strings.Contains(records.String(), want) {
				t.Errorf("got log %s, want %q in it", records.String(), want)
			}
		})
	}
}
