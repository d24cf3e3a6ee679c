package server_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server"
)

// echoMeta is the metadata of a rejection that names the tool.
func echoMeta() map[string]string { return map[string]string{"server": "alpha", "tool": "echo"} }

func TestRejectedRequests(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 16) + `{}` + strings.Repeat(`}`, 16)
	tests := map[string]struct {
		req  *toolv1.CallToolRequest
		want failure
	}{
		"no name": {
			req: &toolv1.CallToolRequest{},
			want: failure{
				code: codes.InvalidArgument, reason: "INVALID_REQUEST", message: "field name is required",
				fields: []string{"name"},
			},
		},
		"unknown tool": {
			req: &toolv1.CallToolRequest{Name: "nope"},
			want: failure{
				code: codes.NotFound, reason: "TOOL_NOT_FOUND",
				message:  `no server has tool "nope"; ListTools returns the available tools`,
				metadata: map[string]string{"tool": "nope", "stage": "route"},
			},
		},
		"tool of another server": {
			req: &toolv1.CallToolRequest{Name: "echo", Server: "beta"},
			want: failure{
				code: codes.NotFound, reason: "TOOL_NOT_FOUND",
				message:  `server "beta" has no tool "echo"; ListTools returns its tools`,
				metadata: map[string]string{"server": "beta", "tool": "echo", "stage": "route"},
			},
		},
		"unknown server": {
			req: &toolv1.CallToolRequest{Name: "echo", Server: "gamma"},
			want: failure{
				code: codes.NotFound, reason: "SERVER_NOT_FOUND",
				message:  `server "gamma" is not configured; ListServers returns the configured servers`,
				metadata: map[string]string{"server": "gamma", "tool": "echo", "stage": "route"},
			},
		},
		"missing argument": {
			req: jsonCall("echo", `{}`),
			want: failure{
				code: codes.InvalidArgument, reason: "INVALID_ARGUMENTS", message: `argument "text" is missing`,
				metadata: echoMeta(), fields: []string{"/text"},
			},
		},
		"wrong type": {
			req: jsonCall("echo", `{"text":1}`),
			want: failure{
				code: codes.InvalidArgument, reason: "INVALID_ARGUMENTS",
				message: `argument "text" is of type number, not string`, metadata: echoMeta(), fields: []string{"/text"},
			},
		},
		"several": {
			req: jsonCall("echo", `{"text":"","count":10,"mode":"c","other":1}`),
			want: failure{
				code: codes.InvalidArgument, reason: "INVALID_ARGUMENTS",
				message: `argument "count" is greater than 9 (and 2 more)`, metadata: echoMeta(),
				fields: []string{"/count", "/mode", "/other"},
			},
		},
		"not JSON": {
			req: jsonCall("echo", `{"text":`),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON", message: "arguments: /text: unexpected EOF at byte 8",
				metadata: echoMeta(), fields: []string{"/text"},
			},
		},
		"empty JSON": {
			req: jsonCall("echo", ``),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON", message: "arguments: empty", metadata: echoMeta(),
			},
		},
		"no object": {
			req: jsonCall("echo", `[1]`),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON", message: "arguments: not a JSON object",
				metadata: echoMeta(),
			},
		},
		"two objects": {
			req: jsonCall("echo", `{} {}`),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON",
				message: "arguments: more data follows the object at byte 4", metadata: echoMeta(),
			},
		},
		"duplicate key": {
			req: jsonCall("echo", `{"text":"a","text":"b"}`),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON",
				message: "arguments: /text: duplicate key (second occurrence at byte 12)", metadata: echoMeta(),
				fields: []string{"/text"},
			},
		},
		"invalid UTF-8": {
			req: jsonCall("echo", "{\"text\":\"\xff\"}"),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON", message: "arguments: /text: invalid UTF-8 at byte 9",
				metadata: echoMeta(), fields: []string{"/text"},
			},
		},
		"too deep": {
			req: jsonCall("echo", deep),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON", message: "arguments: nested more than 16 levels deep",
				metadata: echoMeta(),
			},
		},
		"too deep a struct": {
			req: structCall(t, "echo", deep),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON", message: "arguments: /a: nested more than 16 levels deep",
				metadata: echoMeta(), fields: []string{"/a"},
			},
		},
		"exponent": {
			req: jsonCall("echo", `{"any":1e999999999,"text":""}`),
			want: failure{
				code: codes.InvalidArgument, reason: "MALFORMED_JSON",
				message: "arguments: a number has an exponent of more than 4 digits", metadata: echoMeta(),
			},
		},
		"integer beyond 2^53": {
			req: structCall(t, "echo", `{"text":"","any":{"a/b":[9007199254740993]}}`),
			want: failure{
				code: codes.InvalidArgument, reason: "NUMBER_NOT_EXACT",
				message: "arguments: /any/a~1b/0: the integer 9.007199254740992e+15 may have been rounded, " +
					"because a Struct holds doubles; send arguments_json instead",
				metadata: map[string]string{"server": "alpha", "tool": "echo", "pointer": "/any/a~1b/0"},
				fields:   []string{"/any/a~1b/0"},
			},
		},
		"no kind": {
			req: &toolv1.CallToolRequest{
				Name: "echo",
				Args: &toolv1.CallToolRequest_Arguments{
					Arguments: &structpb.Struct{Fields: map[string]*structpb.Value{"any": {}}},
				},
			},
			want: failure{
				code: codes.InvalidArgument, reason: "INVALID_ARGUMENTS", message: "arguments: /any: the value has no kind",
				metadata: echoMeta(), fields: []string{"/any"},
			},
		},
		"too large": {
			req: jsonCall("echo", strings.Repeat(" ", requestLimit)),
			want: failure{
				code: codes.ResourceExhausted, reason: "REQUEST_TOO_LARGE",
				message:  "the request has 65546 bytes and exceeds the limit of 65536",
				metadata: map[string]string{"sizeBytes": "65546", "limitBytes": "65536"},
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			c := serve(t, f)
			_, err := c.tools.CallTool(t.Context(), test.req)
			checkFailure(t, err, test.want)
			_, err = collect(t, c, &toolv1.StreamCallToolRequest{Call: test.req})
			want := test.want
			switch want.reason {
			case "INVALID_REQUEST":
				want = want.within("call")
			case "REQUEST_TOO_LARGE": // the tag and the length of the field
				want.message = "the request has 65550 bytes and exceeds the limit of 65536"
				want.metadata = map[string]string{"sizeBytes": "65550", "limitBytes": "65536"}
			}
			checkFailure(t, err, want)
			if calls := f.sent(); len(calls) > 0 {
				t.Errorf("got a call with %s, want none", calls[0].Arguments)
			}
		})
	}
}

func TestFailedCalls(t *testing.T) {
	meta := func(more ...string) map[string]string {
		m := map[string]string{"server": "alpha", "tool": "free"}
		for i := 0; i < len(more); i += 2 {
			m[more[i]] = more[i+1]
		}
		return m
	}
	tests := map[string]struct {
		err  error
		want failure
	}{
		"restarting": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindServerUnavailable, Stage: mcpbridge.StageSpawn, RetryIn: time.Hour},
			want: failure{
				code: codes.Unavailable, reason: "SERVER_UNAVAILABLE",
				message: `server "alpha" is starting or restarting; try again`, metadata: meta("stage", "start"), retry: true,
			},
		},
		"parked": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindServerParked, Stage: mcpbridge.StageSpawn},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_PARKED", metadata: meta("stage", "start"),
				message: `server "alpha" failed too often and is parked; it will be restarted later`,
			},
		},
		"parked since its program is missing": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindServerParked, Stage: mcpbridge.StageSpawn,
				Err: &mcpbridge.Error{
					Kind: mcpbridge.KindSpawnFailed, Err: fmt.Errorf("exec /secret/path: %w", fs.ErrNotExist),
				},
			},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_PARKED", metadata: meta("stage", "start"),
				message: `server "alpha" failed too often and is parked: it cannot be started: ` +
					`its program or working directory does not exist; it will be restarted later`,
			},
		},
		"parked since it dies at once": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindServerParked, Stage: mcpbridge.StageSpawn,
				Err: &mcpbridge.Error{Kind: mcpbridge.KindServerExited, Stage: mcpbridge.StageSpawn},
			},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_PARKED", metadata: meta("stage", "start"),
				message: `server "alpha" failed too often and is parked: its process exited during its start; ` +
					`it will be restarted later`,
			},
		},
		"program missing": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindSpawnFailed, Err: fmt.Errorf("exec /secret/path: %w", fs.ErrNotExist)},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_START_FAILED", metadata: meta(),
				message: `server "alpha" cannot be started: its program or working directory does not exist`,
			},
		},
		"handshake": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindHandshakeFailed},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_HANDSHAKE_FAILED", metadata: meta(),
				message: `server "alpha" did not complete the MCP handshake, or supports none of the MCP revisions of this service`,
			},
		},
		"exited, may have run": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindServerExited, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.Aborted, reason: "SERVER_EXITED", metadata: meta("stage", "server", "maybeExecuted", "true"),
				message: `server "alpha" exited during the call; the tool may have run`,
			},
		},
		"exited, repeatable": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindServerExited, Stage: mcpbridge.StageChild, Written: true, Repeatable: true,
			},
			want: failure{
				code: codes.Unavailable, reason: "SERVER_EXITED", metadata: meta("stage", "server", "attempts", "3"),
				message: `server "alpha" exited during the call; the call may be repeated`,
			},
		},
		"exited before": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindServerExited, Stage: mcpbridge.StageWrite},
			want: failure{
				code: codes.Unavailable, reason: "SERVER_EXITED", metadata: meta("stage", "write", "attempts", "3"),
				message: `server "alpha" exited during the call; the tool did not run`,
			},
		},
		"overloaded": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindOverloaded, Stage: mcpbridge.StageQueue, RetryIn: time.Hour},
			want: failure{
				code: codes.ResourceExhausted, reason: "OVERLOADED", metadata: meta("stage", "queue"), retry: true,
				message: `server "alpha" has too many waiting calls; try again later`,
			},
		},
		"deadline in the queue": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindDeadlineExceeded, Stage: mcpbridge.StageQueue, Err: context.DeadlineExceeded,
			},
			want: failure{
				code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED", metadata: meta("stage", "queue"),
				message: "the deadline expired in the server's queue; the tool did not run",
			},
		},
		"deadline in the tool": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindDeadlineExceeded, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED",
				metadata: meta("stage", "server", "maybeExecuted", "true"),
				message:  "the deadline expired before the tool responded; the tool may have run",
			},
		},
		"cancelled": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindCanceled, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.Canceled, reason: "CANCELLED", metadata: meta("stage", "server", "maybeExecuted", "true"),
				message: "the caller cancelled the call; the tool may have run",
			},
		},
		"protocol": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindProtocol, Stage: mcpbridge.StageChild, Written: true, Repeatable: true},
			want: failure{
				code: codes.Internal, reason: "SERVER_PROTOCOL_ERROR", metadata: meta("stage", "server"),
				message: `the response of server "alpha" is not valid MCP`,
			},
		},
		"response over the line limit, may have run": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindResponseTooLarge, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.ResourceExhausted, reason: "SERVER_RESPONSE_TOO_LARGE",
				metadata: meta("stage", "server", "limitBytes", "1048576", "maybeExecuted", "true"),
				message:  `the response of server "alpha" exceeds the limit for one message; request less`,
			},
		},
		"response over the line limit": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindResponseTooLarge, Written: true, Repeatable: true},
			want: failure{
				code: codes.ResourceExhausted, reason: "SERVER_RESPONSE_TOO_LARGE", metadata: meta("limitBytes", "1048576"),
				message: `the response of server "alpha" exceeds the limit for one message; request less`,
			},
		},
		"unknown method": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindRPC, Written: true, RPC: &mcpbridge.RPCError{Code: -32601, Message: "no\x00pe"},
			},
			want: failure{
				code: codes.Unimplemented, reason: "SERVER_ERROR", metadata: meta(),
				details: []proto.Message{&commonv1.JsonRpcError{Code: -32601, Message: "nope"}},
				message: `server "alpha" returned JSON-RPC error -32601: nope`,
			},
		},
		"invalid params": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindRPC, Written: true, RPC: &mcpbridge.RPCError{Code: -32602, Message: "bad"},
			},
			want: failure{
				code: codes.InvalidArgument, reason: "SERVER_ERROR", metadata: meta(),
				details: []proto.Message{&commonv1.JsonRpcError{Code: -32602, Message: "bad"}},
				message: `server "alpha" returned JSON-RPC error -32602: bad`,
			},
		},
		"other JSON-RPC error": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindRPC, Written: true, RPC: &mcpbridge.RPCError{Code: 7, Message: "x"}},
			want: failure{
				code: codes.Unknown, reason: "SERVER_ERROR", metadata: meta(),
				details: []proto.Message{&commonv1.JsonRpcError{Code: 7, Message: "x"}},
				message: `server "alpha" returned JSON-RPC error 7: x`,
			},
		},
		"JSON-RPC error with data": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindRPC, Written: true,
				RPC: &mcpbridge.RPCError{
					Code: -32042, Message: "open the URL", Data: json.RawMessage(`{"elicitations":[{"url":"https://a.example/"}]}`),
				},
			},
			want: failure{
				code: codes.Unknown, reason: "SERVER_ERROR", metadata: meta(),
				message: `server "alpha" returned JSON-RPC error -32042: open the URL`,
				details: []proto.Message{
					&commonv1.JsonRpcError{
						Code: -32042, Message: "open the URL", DataSizeBytes: 47,
						DataJson: []byte(`{"elicitations":[{"url":"https://a.example/"}]}`),
					},
				},
			},
		},
		"JSON-RPC error with too much data": {
			err: &mcpbridge.Error{
				Kind: mcpbridge.KindRPC, Written: true,
				RPC: &mcpbridge.RPCError{
					Code: 7, Message: "x", Data: json.RawMessage(`"` + strings.Repeat("d", 2047) + `"`),
				},
			},
			want: failure{
				code: codes.Unknown, reason: "SERVER_ERROR", metadata: meta(),
				message: `server "alpha" returned JSON-RPC error 7: x`,
				details: []proto.Message{&commonv1.JsonRpcError{Code: 7, Message: "x", DataSizeBytes: 2049}},
			},
		},
		"closing": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindClosed},
			want: failure{
				code: codes.Unavailable, reason: "SHUTTING_DOWN", metadata: meta(), message: "the service is shutting down",
			},
		},
		"closing, may have run": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindClosed, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.Aborted, reason: "SHUTTING_DOWN", metadata: meta("stage", "server", "maybeExecuted", "true"),
				message: "the service is shutting down; the tool may have run",
			},
		},
		"closing, repeatable": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindClosed, Stage: mcpbridge.StageChild, Written: true, Repeatable: true},
			want: failure{
				code: codes.Unavailable, reason: "SHUTTING_DOWN", metadata: meta("stage", "server"),
				message: "the service is shutting down; the call may be repeated",
			},
		},
		"defect": {
			err: errors.New("secret detail"),
			want: failure{
				code: codes.Internal, reason: "INTERNAL",
				message: "internal error: the log of the service contains the cause under the request id",
			},
		},
		"defect of the bridge, may have run": {
			err: &mcpbridge.Error{Kind: mcpbridge.KindInternal, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.Internal, reason: "INTERNAL", metadata: meta("stage", "server", "maybeExecuted", "true"),
				message: "internal error: the log of the service contains the cause under the request id",
			},
		},
		"plain deadline": {
			err:  context.DeadlineExceeded,
			want: failure{code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED", message: "the deadline expired"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			f.call = func(_ context.Context, call mcpbridge.Call, _ int) (*mcpbridge.Result, error) {
				var e *mcpbridge.Error
				if errors.As(test.err, &e) {
					named := *e
					named.Server, named.Tool = call.Server, call.Tool
					return nil, &named
				}
				return nil, test.err
			}
			_, err := serve(t, f).tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "free"})
			checkFailure(t, err, test.want)
		})
	}
}

func TestUnusableResults(t *testing.T) {
	tests := map[string]struct {
		raw  string
		want failure
		// message is the message for a tool that may be repeated. Empty means the same message.
		repeatable string
	}{
		"no result": {
			raw: `[]`,
			want: failure{
				code: codes.Internal, reason: "SERVER_PROTOCOL_ERROR", message: `the response of server "alpha" is not valid MCP`,
				metadata: map[string]string{"stage": "server"},
			},
		},
		"content no array": {
			raw: `{"content":"x"}`,
			want: failure{
				code: codes.Internal, reason: "SERVER_PROTOCOL_ERROR", message: `the response of server "alpha" is not valid MCP`,
				metadata: map[string]string{"stage": "server"},
			},
		},
		"over the limit": {
			raw: `{"content":[{"type":"text","text":"` + strings.Repeat("x", responseLimit) + `"}]}`,
			want: failure{
				code: codes.ResourceExhausted, reason: "RESPONSE_TOO_LARGE",
				message: "the response has 65583 bytes and exceeds the limit of 65536; the tool has run, and repeating the " +
					"call runs it again; for further calls, use StreamCallTool, or request a smaller page",
				metadata: map[string]string{"sizeBytes": "65583", "limitBytes": "65536"},
			},
			repeatable: "the response has 65583 bytes and exceeds the limit of 65536: use StreamCallTool, or request a smaller page",
		},
	}
	for name, test := range tests {
		for _, repeatable := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, repeatable %t", name, repeatable), func(t *testing.T) {
				f := newFake()
				free := tool("alpha", "free", `{}`)
				free.Repeatable = repeatable
				f.tools = []*mcpbridge.Tool{free}
				f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) { return resultOf(test.raw), nil }
				want := test.want
				want.metadata = maps.Clone(want.metadata)
				want.metadata["server"], want.metadata["tool"] = "alpha", "free"
				if repeatable {
					want.message = cmp.Or(test.repeatable, want.message)
				} else {
					want.metadata["maybeExecuted"] = "true"
				}
				_, err := serve(t, f).tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "free"})
				checkFailure(t, err, want)
			})
		}
	}
}

func TestPanic(t *testing.T) {
	f := newFake()
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) { panic("secret") }
	c := serve(t, f)
	want := failure{
		code: codes.Internal, reason: "INTERNAL",
		message: "internal error: the log of the service contains the cause under the request id",
	}
	_, err := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: "free"})
	checkFailure(t, err, want)
	_, err = collect(t, c, &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{Name: "free"}})
	checkFailure(t, err, want)
}

// docs/errors.md has a row for each reason of the contract, and no other.
func TestReasonsAreDocumented(t *testing.T) {
	table, err := readErrorTable()
	if err != nil {
		t.Fatal(err)
	}
	values := commonv1.ErrorReason(0).Descriptor().Values()
	reasons := make(map[string]bool)
	for i := range values.Len() {
		if name := strings.TrimPrefix(string(values.Get(i).Name()), "ERROR_REASON_"); values.Get(i).Number() != 0 {
			reasons[name] = true
			if _, found := table.rows[name]; !found {
				t.Errorf("docs/errors.md: got no row of %s, want one", name)
			}
		}
	}
	for name := range table.rows {
		if !reasons[name] {
			t.Errorf("docs/errors.md: got a row of %s, want only reasons", name)
		}
	}
}

// The deadline also applies to the check of the arguments, and no server receives them.
func TestDeadlineWhileChecking(t *testing.T) {
	f := newFake()
	f.tools = []*mcpbridge.Tool{
		tool("alpha", "free", `{"additionalProperties":{"items":{"enum":[0,1,2,3,4,5,6,7,8]}}}`),
	}
	c := serveWith(t, f, onePolicy("", time.Millisecond, 1))
	_, err := c.tools.CallTool(t.Context(), jsonCall("free", `{"a":[`+strings.Repeat("8,", requestLimit/2-20)+`8]}`))
	checkFailure(t, err, failure{
		code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED",
		message:  "the deadline expired while the tool was looked up; the tool did not run",
		metadata: map[string]string{"server": "alpha", "tool": "free", "stage": "route"},
	})
	if calls := f.sent(); len(calls) > 0 {
		t.Errorf("got calls %v of the server, want none", calls)
	}
}

// A status must fit into the headers that contain it, even with the longest
// names.
func TestStatusesFitHeaders(t *testing.T) {
	const wide = "\U0001F600" // four bytes
	var missing []string
	for i := range 40 {
		missing = append(missing, fmt.Sprintf("%02d%s", i, strings.Repeat(wide, 100)))
	}
	schema, err := json.Marshal(map[string]any{"type": "object", "required": missing})
	if err != nil {
		t.Fatal(err)
	}
	f := newFake()
	name := strings.Repeat(wide, 64)
	f.tools = []*mcpbridge.Tool{tool("alpha", name, string(schema)), tool("alpha", "coderef_scan", `{}`)}
	f.call = func(context.Context, mcpbridge.Call, int) (*mcpbridge.Result, error) {
		long := strings.Repeat(wide, 1000)
		toolError := map[string]any{
			"code": strings.Repeat("X", 200), "message": long, "hint": long, "candidates_total": 99,
			"candidates": slices.Repeat([]string{strings.Repeat("i", 50)}, 30),
		}
		raw, err := json.Marshal(
			map[string]any{"isError": true, "structuredContent": map[string]any{"success": false, "error": toolError}},
		)
		return resultOf(string(raw)), err
	}
	c := serve(t, f)
	_, wrong := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: name})
	if got := failureOf(t, wrong); !strings.HasSuffix(got.message, "(and 39 more)") || len(got.fields) < 5 {
		t.Errorf(
			`got %d fields, message %q, want at least 5, a message that ends with "(and 39 more)"`,
			len(got.fields), got.message,
		)
	}
	_, unknown := c.tools.CallTool(t.Context(), &toolv1.CallToolRequest{Name: strings.Repeat("\U0010FFFF", 64)})
	_, refused := c.codeIntel.Scan(t.Context(), &codeintelv1.ScanRequest{ProjectPath: "/"})
	for _, err := range []error{wrong, unknown, refused} {
		st := status.Convert(err)
		escaped := 3*len(st.Message()) + base64.RawStdEncoding.EncodedLen(proto.Size(st.Proto()))
		if failureOf(t, err).reason == "" || escaped > 8000 {
			t.Errorf("got a status of %d bytes, want a reason and at most 8000: %.80s", escaped, st.Message())
		}
	}
}

func TestStatusReturnsStatusesUnchanged(t *testing.T) {
	if server.Status(nil) != nil {
		t.Errorf("Status(nil) = %v, want nil", server.Status(nil))
	}
	st := server.Status(errors.New("x"))
	if got := server.Status(st.Err()); got.Code() != st.Code() || len(got.Details()) != len(st.Details()) {
		t.Errorf("Status(%v) = %v, want it unchanged", st, got)
	}
}

func TestPageTokens(t *testing.T) {
	f := newFake()
	c := serve(t, f)
	first, err := c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{PageSize: 3})
	if err != nil {
		t.Fatal(err)
	}
	token := first.GetNextPageToken()
	rest, err := c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{PageSize: 3, PageToken: token})
	if err != nil {
		t.Fatal(err)
	}
	if len(first.GetTools()) != 3 || len(rest.GetTools()) != 1 || rest.GetNextPageToken() != "" {
		t.Errorf("got pages of %d and %d, want 3 and 1", len(first.GetTools()), len(rest.GetTools()))
	}
	foreign := "page_token does not belong to a request with these fields; repeat the request without it"
	want := failure{
		code: codes.InvalidArgument, reason: "INVALID_PAGE_TOKEN", message: foreign, fields: []string{"page_token"},
	}
	_, err = c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{PageToken: "nonsense"})
	checkFailure(t, err, want)
	_, err = c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{Server: "alpha", PageToken: token})
	checkFailure(t, err, want)
	_, err = c.admin.ListServers(t.Context(), &adminv1.ListServersRequest{PageToken: token})
	checkFailure(t, err, want)
	f.change(func() { f.revision = "r2" })
	_, err = c.tools.ListTools(t.Context(), &toolv1.ListToolsRequest{PageToken: token})
	checkFailure(t, err, failure{
		code: codes.Aborted, reason: "LIST_CHANGED",
		message: "the list changed after its first page, so the next pages would be inconsistent; " +
			"list again from the first page",
	})
	_, err = c.codeIntel.Scan(t.Context(), &codeintelv1.ScanRequest{})
	checkFailure(t, err, failure{
		code: codes.InvalidArgument, reason: "INVALID_REQUEST", message: "field project_path is required",
		fields: []string{"project_path"},
	})
}
