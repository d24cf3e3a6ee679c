package client_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/coderef-system/coderefd/client"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Events of StreamCallTool.

func chunk(s string) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_ResultChunk{ResultChunk: []byte(s)}}
}

func result(r *toolv1.CallToolResponse) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Result{Result: r}}
}

func progress(message string) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Progress{
		Progress: &commonv1.ProgressEvent{Message: message},
	}}
}

func record(logger string) *toolv1.StreamCallToolResponse {
	return &toolv1.StreamCallToolResponse{Event: &toolv1.StreamCallToolResponse_Log{
		Log: &commonv1.LogEvent{Logger: logger},
	}}
}

// tool serves StreamCallTool with these events.
func tool(events ...*toolv1.StreamCallToolResponse) *fake {
	return &fake{callTool: func(_ int, _ *toolv1.StreamCallToolRequest, stream callStream) error {
		for _, event := range events {
			if err := stream.Send(event); err != nil {
				return err
			}
		}
		return nil
	}}
}

func TestCall(t *testing.T) {
	tests := map[string]struct {
		stream  []*toolv1.StreamCallToolResponse
		json    string
		isError bool
		events  string
		err     error
	}{
		"in chunks": {
			[]*toolv1.StreamCallToolResponse{
				progress("p"), chunk(`{"a"`), record("l"), chunk(`:1}`), result(&toolv1.CallToolResponse{}),
			},
			`{"a":1}`, false, "p l", nil,
		},
		"in one message": {
			[]*toolv1.StreamCallToolResponse{result(&toolv1.CallToolResponse{ResultJson: []byte(`{}`), IsError: true})},
			`{}`, true, "", nil,
		},
		"without a result": {[]*toolv1.StreamCallToolResponse{chunk(`{"a"`)}, "", false, "", io.ErrUnexpectedEOF},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var events []string
			got, err := serve(t, tool(test.stream...)).Call(soon(t), client.Call{
				Tool: "x", OnProgress: func(e *commonv1.ProgressEvent) { events = append(events, e.GetMessage()) },
				OnLog: func(e *commonv1.LogEvent) { events = append(events, e.GetLogger()) },
			})
			if !errors.Is(err, test.err) {
				t.Fatalf("got error %v, want %v", err, test.err)
			}
			if err != nil {
				return
			}
			if string(got.JSON) != test.json || got.IsError != test.isError || got.Info == nil {
				t.Errorf("got %+v, want %s, is_error %t", got, test.json, test.isError)
			}
			if got := strings.Join(events, " "); got != test.events {
				t.Errorf("got events %q, want %q", got, test.events)
			}
		})
	}
}

// JSON is sent unchanged; other values are encoded.
func TestCallArguments(t *testing.T) {
	const exact = `{ "n": 9007199254740993 }`
	var got *toolv1.CallToolRequest
	f := &fake{callTool: func(_ int, req *toolv1.StreamCallToolRequest, stream callStream) error {
		got = req.GetCall()
		return stream.Send(result(&toolv1.CallToolResponse{}))
	}}
	c := serve(t, f)
	for _, test := range []struct {
		name      string
		arguments any
		want      string
	}{
		{"none", nil, ""},
		{"bytes", []byte(exact), exact},
		{"raw JSON", json.RawMessage(exact), exact},
		{"map", map[string]any{"a": []int{1}}, `{"a":[1]}`},
		{"struct", struct {
			Path string `json:"project_path"`
		}{"/p"}, `{"project_path":"/p"}`},
	} {
		if _, err := c.Call(soon(t), client.Call{Tool: "x", Server: "s", Arguments: test.arguments}); err != nil {
			t.Fatalf("%s: got error %v, want none", test.name, err)
		}
		if string(got.GetArgumentsJson()) != test.want {
			t.Errorf("%s: sent %s, want %s", test.name, got.GetArgumentsJson(), test.want)
		}
		if got.GetName() != "x" || got.GetServer() != "s" ||
			got.GetResultFormat() != toolv1.ResultFormat_RESULT_FORMAT_JSON {
			t.Errorf("%s: sent %v, want tool x of server s, the result as JSON", test.name, got)
		}
	}
	before := f.count()
	if _, err := c.Call(soon(t), client.Call{Tool: "x", Arguments: make(chan int)}); err == nil || f.count() != before {
		t.Errorf(
			"arguments that have no JSON: got error %v after %d RPCs, want an error before any RPC",
			err, f.count()-before,
		)
	}
}

// A call is repeated if nothing ran; one that its caller declares repeatable also
// if the tool may have run, even after it has sent progress.
func TestCallRetries(t *testing.T) {
	for _, test := range []struct {
		name              string
		fail              func() error
		attempts, declare int // the attempts of a call without and with Repeatable
	}{
		{"nothing ran", unavailable, 2, 2},
		{"the connection broke", broken, 1, 2},
		{"the tool may have run", maybeExecuted, 1, 2},
		{"another failure", func() error { return failure(codes.NotFound, "TOOL_NOT_FOUND", nil) }, 1, 1},
		{"another abort", func() error { return failure(codes.Aborted, "LIST_CHANGED", nil, soonAgain()) }, 1, 1},
	} {
		for repeatable, want := range map[bool]int{false: test.attempts, true: test.declare} {
			f := &fake{callTool: func(attempt int, _ *toolv1.StreamCallToolRequest, stream callStream) error {
				for _, event := range []*toolv1.StreamCallToolResponse{progress("p"), chunk(`{`)} {
					if err := stream.Send(event); err != nil {
						return err
					}
				}
				if attempt == 1 {
					return test.fail()
				}
				for _, event := range []*toolv1.StreamCallToolResponse{chunk(`}`), result(&toolv1.CallToolResponse{})} {
					if err := stream.Send(event); err != nil {
						return err
					}
				}
				return nil
			}}
			events := 0
			got, err := serve(t, f).Call(soon(t), client.Call{
				Tool: "x", Repeatable: repeatable, OnProgress: func(*commonv1.ProgressEvent) { events++ },
			})
			if f.count() != want || (err == nil) != (want == 2) {
				t.Errorf("%s, repeatable %t: got error %v after %d attempts, want %d",
					test.name, repeatable, err, f.count(), want)
			}
			if err == nil && (string(got.JSON) != `{}` || events != 2) {
				t.Errorf("%s: got %s after %d progress events, want {} after 2", test.name, got.JSON, events)
			}
		}
	}
}

func TestCallRetriesEnd(t *testing.T) {
	f := &fake{callTool: func(int, *toolv1.StreamCallToolRequest, callStream) error { return maybeExecuted() }}
	_, err := serve(t, f).Call(soon(t), client.Call{Tool: "x", Repeatable: true})
	if status.Code(err) != codes.Aborted || f.count() != 4 {
		t.Errorf("got %v after %d attempts, want ABORTED after 4", err, f.count())
	}
}

// A repeatable call survives a connection that breaks and a service that restarts.
func TestCallSurvivesRestart(t *testing.T) {
	address, begun := socket(t), make(chan struct{}, 1)
	_, stop, err := serveFake(
		address,
		&fake{callTool: func(_ int, _ *toolv1.StreamCallToolRequest, stream callStream) error {
			begun <- struct{}{}
			<-stream.Context().Done()
			return stream.Context().Err()
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	c, ctx := dial(t, address), soon(t)
	done := make(chan error, 1)
	go func() {
		_, err := c.Call(ctx, client.Call{Tool: "x", Repeatable: true})
		done <- err
	}()
	<-begun
	stop()
	start(t, address, echo())
	if err := <-done; err != nil {
		t.Errorf("got %v, want nil", err)
	}
}
