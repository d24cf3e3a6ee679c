package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	middleware "github.com/grpc-ecosystem/go-grpc-middleware/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// scanAll reads a stream to its end.
func scanAll(
	ctx context.Context, c codeintelv1.CodeIntelServiceClient, req *codeintelv1.StreamScanRequest,
) ([]*codeintelv1.StreamScanResponse, error) {
	stream, err := c.StreamScan(ctx, req)
	if err != nil {
		return nil, err
	}
	var events []*codeintelv1.StreamScanResponse
	for {
		event, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return events, nil
		}
		if err != nil {
			return events, err
		}
		events = append(events, event)
	}
}

// cursorOf returns the cursor in the arguments of a call of coderef_scan.
func cursorOf(call mcpbridge.Call) string {
	var sent struct{ Cursor string }
	if err := json.Unmarshal(call.Arguments, &sent); err != nil {
		return err.Error()
	}
	return sent.Cursor
}

// scanPage returns a result of coderef_scan with elements that are numbered from first. next is the cursor of
// the following page.
func scanPage(first, n int, next string) string {
	elements := make([]string, n)
	for i := range elements {
		elements[i] = `{"id":"` + strconv.Itoa(first+i) + `","type":"function","docstring":"` + strings.Repeat(
			"d", 100,
		) + `"}`
	}
	return `{"structuredContent":{"success":true,"elements":[` + strings.Join(
		elements, ",",
	) + `],"elements_found":1000,"next_cursor":"` + next + `",
		"mode":"ast","precision":"syntactic","files_scanned":3,"files_skipped":[{"file":"b","reason":"big"}],"files_skipped_total":2,
		"unsupported_languages":["cobol"],"warnings":["w"]}}`
}

func TestStreamScan(t *testing.T) {
	f := newFake()
	f.call = func(_ context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
		if call.OnProgress != nil {
			call.OnProgress(mcpbridge.Progress{Progress: 3, Total: proto.Float64(9), Message: "reading"})
		}
		return resultOf([]string{scanPage(0, 20, "c1"), scanPage(20, 1, "c2"), scanPage(21, 9, "")}[attempt-1]), nil
	}
	events, err := scanAll(
		t.Context(),
		serve(t, f).codeIntel,
		&codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{
			ProjectPath: "/p", FileExtensions: []string{"ts"}, Mode: codeintelv1.ScanMode_SCAN_MODE_OUTLINE,
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if p := events[0].GetProgress(); p.GetProgress() != 3 || p.GetTotal() != 9 || p.GetMessage() != "reading" {
		t.Errorf("got first event %v, want progress 3 of 9", events[0])
	}
	seen, messages := 0, 0
	for _, event := range events[1 : len(events)-1] {
		elements := event.GetElements().GetElements()
		if len(elements) == 0 || proto.Size(event) > chunk {
			t.Errorf(
				"got a message of %d bytes with %d elements, want at most %d bytes", proto.Size(event), len(elements), chunk,
			)
		}
		for _, e := range elements {
			if e.GetId() != strconv.Itoa(seen) {
				t.Fatalf("got element %s, want %d", e.GetId(), seen)
			}
			seen++
		}
		messages++
	}
	if seen != 30 || messages < 5 || messages > 9 { // about seven elements fit into a message
		t.Errorf("got %d elements in %d messages, want 30 in 5 to 9", seen, messages)
	}
	same(
		t,
		events[len(events)-1].GetResult(),
		`{"totalSize":30,"mode":"SCAN_MODE_AST","analysis":{"skippedFiles":[{"file":"b","reason":"big"}],"skippedFileCount":2,"precision":"PRECISION_SYNTACTIC","fileCount":3,"warnings":[{"message":"w"}]},
		"unsupportedFileExtensions":["cobol"],
		"callInfo":{"server":"alpha","attemptCount":1,"queueDuration":"0.003s","serverDuration":"0.006s","protocolVersion":"2025-11-25"}}`,
	)
	for i, cursor := range []string{"", `,"cursor":"c1"`, `,"cursor":"c2"`} {
		want := `{"project_path":"/p","languages":["ts"],"use_ast":false,"limit":5000` + cursor + `}`
		if got := string(f.sent()[i].Arguments); got != want {
			t.Errorf("page %d: got a request with %s, want %s", i, got, want)
		}
	}
}

func TestStreamScanOfNothing(t *testing.T) {
	f := newFake()
	says(f, scanPage(0, 0, ""))
	events, err := scanAll(
		t.Context(), serve(t, f).codeIntel,
		&codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: "/p"}},
	)
	if err != nil || len(events) != 1 || events[0].GetResult() == nil || events[0].GetResult().GetTotalSize() != 0 {
		t.Errorf("got events %v, error %v, want one result of total size 0", events, err)
	}
}

func TestStreamScanFailures(t *testing.T) {
	toolError := func(code string) string {
		return `{"isError":true,"content":[{"type":"text","text":"{\"success\":false,\"error\":{\"code\":\"` + code + `\",\"message\":\"m\"}}"}]}`
	}
	meta := map[string]string{"server": "alpha", "tool": "coderef_scan"}
	coded := func(code codeintelv1.ToolErrorCode, word string) []proto.Message {
		return []proto.Message{&codeintelv1.ToolError{Code: code, ToolCode: word}}
	}
	changed := failure{
		code: codes.Aborted, reason: "LIST_CHANGED", metadata: meta,
		message: "the list changed after its first page, so the next pages would be inconsistent; " +
			"list again from the first page",
	}
	malformed := failure{
		code: codes.Internal, reason: "TOOL_RESULT_MALFORMED", metadata: meta,
		message: `the result of tool "coderef_scan" does not have the form that this RPC requires; ` +
			`CallTool returns it unchanged`,
	}
	tests := map[string]struct {
		pages []string
		sent  int // elements before the failure
		want  failure
	}{
		"rejected at once": {
			pages: []string{toolError("INVALID_INPUT")},
			want: failure{
				code: codes.InvalidArgument, reason: "TOOL_ERROR", message: "m", metadata: meta,
				details: coded(codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_INVALID_INPUT, "INVALID_INPUT"),
			},
		},
		"changed between pages": {[]string{scanPage(0, 2, "c1"), toolError("PROJECT_CHANGED")}, 2, changed},
		"a server that does not report stale cursors": {
			pages: []string{scanPage(0, 2, "c1"), toolError("INVALID_CURSOR")}, sent: 2, want: changed,
		},
		"removed between pages": {
			pages: []string{scanPage(0, 2, "c1"), toolError("PROJECT_NOT_FOUND")}, sent: 2,
			want: failure{
				code: codes.NotFound, reason: "TOOL_ERROR", message: "m", metadata: meta,
				details: coded(codeintelv1.ToolErrorCode_TOOL_ERROR_CODE_PROJECT_NOT_FOUND, "PROJECT_NOT_FOUND"),
			},
		},
		"malformed": {[]string{`{"structuredContent":{"success":true}}`}, 0, malformed},
		"malformed later": {
			pages: []string{scanPage(0, 2, "c1"), `{"structuredContent":{"success":true}}`}, sent: 2, want: malformed,
		},
		"a cursor after an empty page": {[]string{scanPage(0, 0, "c1")}, 0, malformed},
		"a repeated cursor":            {[]string{scanPage(0, 2, "c1"), scanPage(2, 1, "c1")}, 2, malformed},
		"an element over a limit": {
			pages: []string{strings.Replace(scanPage(0, 1, ""), "ddd", strings.Repeat("d", responseLimit), 1)},
			want:  failure{code: codes.ResourceExhausted, reason: "RESPONSE_TOO_LARGE"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.call = func(_ context.Context, _ mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
				r := resultOf(test.pages[attempt-1])
				r.IsError = strings.Contains(test.pages[attempt-1], `"isError":true`)
				return r, nil
			}
			events, err := scanAll(
				t.Context(), serve(t, f).codeIntel,
				&codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: "/p"}},
			)
			if err == nil {
				t.Fatalf("got events %v and no error, want an error", events)
			}
			if test.want.message == "" {
				got := failureOf(t, err)
				if got.code != test.want.code || got.reason != test.want.reason ||
					!strings.HasSuffix(got.message, ": use StreamCallTool") {
					t.Errorf(
						`got error %v, want code %v, reason %s, a message that ends with ": use StreamCallTool"`,
						err, test.want.code, test.want.reason,
					)
				}
			} else {
				checkFailure(t, err, test.want)
			}
			sent := 0
			for _, event := range events {
				sent += len(event.GetElements().GetElements())
			}
			if sent != test.sent {
				t.Errorf("%d elements were sent, want %d", sent, test.sent)
			}
		})
	}
}

// A scan whose child process exits is repeated if no element was sent, and not otherwise.
func TestStreamScanRetry(t *testing.T) {
	for name, test := range map[string]struct {
		dies     int // number of the attempt that fails
		calls    int
		attempts int32
	}{
		"before anything": {1, 3, 2}, "after elements": {2, 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.call = func(_ context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
				if attempt == test.dies {
					return nil, &mcpbridge.Error{
						Kind: mcpbridge.KindServerExited, Server: call.Server, Tool: call.Tool,
						Stage: mcpbridge.StageChild, Written: true, Repeatable: true,
					}
				}
				if cursorOf(call) == "" {
					return resultOf(scanPage(0, 2, "c1")), nil
				}
				return resultOf(scanPage(2, 2, "")), nil
			}
			events, err := scanAll(
				t.Context(), serve(t, f).codeIntel,
				&codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: "/p"}},
			)
			if got := len(f.sent()); got != test.calls {
				t.Errorf("%d calls, want %d", got, test.calls)
			}
			if test.attempts > 0 {
				if err != nil || events[len(events)-1].GetResult().GetCallInfo().GetAttemptCount() != test.attempts {
					t.Errorf("got events %v, error %v, want a result after %d attempts", events, err, test.attempts)
				}
				return
			}
			checkFailure(t, err, failure{
				code: codes.Unavailable, reason: "SERVER_EXITED",
				message:  `server "alpha" exited during the call; the call may be repeated`,
				metadata: map[string]string{"server": "alpha", "tool": "coderef_scan", "stage": "server"},
			})
		})
	}
}

// A caller that cancels ends the scan: no further page is requested.
func TestStreamScanCancelled(t *testing.T) {
	f := newFake()
	ended := make(chan error, 1)
	f.call = func(ctx context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
		if attempt == 1 {
			return resultOf(scanPage(0, 2, "c1")), nil
		}
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, &mcpbridge.Error{
			Kind: mcpbridge.KindCanceled, Server: call.Server, Tool: call.Tool, Stage: mcpbridge.StageChild,
			Err: ctx.Err(),
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stream, err := serve(t, f).codeIntel.StreamScan(
		ctx, &codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: "/p"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the tool's context ended with %v, want %v", err, context.Canceled)
	}
}

// A caller that does not read delays the pages, and the deadline ends the scan.
func TestStreamScanDeadlineWithoutReader(t *testing.T) {
	f := newFake()
	f.call = func(_ context.Context, call mcpbridge.Call, attempt int) (*mcpbridge.Result, error) {
		return resultOf(scanPage(attempt*4000, 4000, fmt.Sprint("c", attempt))), nil // without end
	}
	services := server.New(server.Config{Tools: f, Servers: f, Limits: limits(), CodeIntelServer: "alpha"})
	returned := make(chan error, 1)
	grpcServer := grpc.NewServer(grpc.StreamInterceptor(
		func(srv any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
			ctx, cancel := context.WithTimeout(stream.Context(), 200*time.Millisecond)
			defer cancel()
			err := handler(srv, &middleware.WrappedServerStream{ServerStream: stream, WrappedContext: ctx})
			returned <- err
			return server.Status(err).Err()
		}))
	services.Register(grpcServer)
	c := codeintelv1.NewCodeIntelServiceClient(connect(t, grpcServer))
	stream, err := c.StreamScan(
		t.Context(), &codeintelv1.StreamScanRequest{Scan: &codeintelv1.ScanRequest{ProjectPath: "/p"}},
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := <-returned; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v from the handler, want %v", err, context.DeadlineExceeded)
	}
	// A page has 460 KiB. The flow-control windows, the buffers and the queue together
	// hold less.
	if pages := len(f.sent()); pages > 1 {
		t.Errorf("got %d pages requested before the first was read, want 1", pages)
	}
	for err == nil {
		_, err = stream.Recv()
	}
	checkFailure(t, err, failure{
		code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED",
		message:  "the deadline expired while the response was sent; the call may be repeated",
		metadata: map[string]string{"server": "alpha", "tool": "coderef_scan"},
	})
}
