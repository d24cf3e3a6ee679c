package server_test

import (
	"context"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// The status of a read that fails in the bridge contains the URI and no tool. maybeExecuted is absent, because
// reading is safe to repeat.
func TestFailedReads(t *testing.T) {
	const uri = "a:b"
	meta := func(stage string, more ...string) map[string]string {
		m := map[string]string{"server": "alpha", "uri": uri, "stage": stage}
		for i := 0; i < len(more); i += 2 {
			m[more[i]] = more[i+1]
		}
		return m
	}
	tests := map[string]struct {
		err  mcpbridge.Error
		want failure
	}{
		"starting": {
			err: mcpbridge.Error{Kind: mcpbridge.KindServerUnavailable, Stage: mcpbridge.StageSpawn},
			want: failure{
				code: codes.Unavailable, reason: "SERVER_UNAVAILABLE",
				message: `server "alpha" is starting or restarting; try again`, metadata: meta("start", "attempts", "3"),
			},
		},
		"parked": {
			err: mcpbridge.Error{Kind: mcpbridge.KindServerParked, Stage: mcpbridge.StageSpawn, RetryIn: time.Hour},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_PARKED", metadata: meta("start"), retry: true,
				message: `server "alpha" failed too often and is parked; it will be restarted later`,
			},
		},
		"cannot be started": {
			err: mcpbridge.Error{Kind: mcpbridge.KindSpawnFailed, Stage: mcpbridge.StageSpawn, RetryIn: time.Hour},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_START_FAILED", metadata: meta("start"), retry: true,
				message: `server "alpha" cannot be started; the log of the service contains the cause`,
			},
		},
		"handshake": {
			err: mcpbridge.Error{Kind: mcpbridge.KindHandshakeFailed, Stage: mcpbridge.StageSpawn, RetryIn: time.Hour},
			want: failure{
				code: codes.FailedPrecondition, reason: "SERVER_HANDSHAKE_FAILED", metadata: meta("start"), retry: true,
				message: `server "alpha" did not complete the MCP handshake, or supports none of the MCP revisions of this service`,
			},
		},
		"exited": {
			err: mcpbridge.Error{
				Kind: mcpbridge.KindServerExited, Stage: mcpbridge.StageChild, Written: true, RetryIn: time.Hour,
			},
			want: failure{
				code: codes.Unavailable, reason: "SERVER_EXITED", metadata: meta("server"), retry: true,
				message: `server "alpha" exited during the call`,
			},
		},
		"overloaded": {
			err: mcpbridge.Error{Kind: mcpbridge.KindOverloaded, Stage: mcpbridge.StageQueue, RetryIn: time.Hour},
			want: failure{
				code: codes.ResourceExhausted, reason: "OVERLOADED", metadata: meta("queue"), retry: true,
				message: `server "alpha" has too many waiting calls; try again later`,
			},
		},
		"deadline during the list": {
			err: mcpbridge.Error{Kind: mcpbridge.KindDeadlineExceeded, Stage: mcpbridge.StageList},
			want: failure{
				code: codes.DeadlineExceeded, reason: "DEADLINE_EXCEEDED", metadata: meta("list"),
				message: "the deadline expired while the server listed its resources",
			},
		},
		"cancelled": {
			err: mcpbridge.Error{Kind: mcpbridge.KindCanceled, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.Canceled, reason: "CANCELLED", metadata: meta("server"), message: "the caller cancelled the call",
			},
		},
		"error of the server": {
			err: mcpbridge.Error{
				Kind: mcpbridge.KindRPC, Stage: mcpbridge.StageChild, Written: true,
				RPC: &mcpbridge.RPCError{Code: 7, Message: "x"},
			},
			want: failure{
				code: codes.Unknown, reason: "SERVER_ERROR", metadata: meta("server"),
				message: `server "alpha" returned JSON-RPC error 7: x`,
				details: []proto.Message{&commonv1.JsonRpcError{Code: 7, Message: "x"}},
			},
		},
		"closing": {
			err: mcpbridge.Error{Kind: mcpbridge.KindClosed, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.Unavailable, reason: "SHUTTING_DOWN", metadata: meta("server"),
				message: "the service is shutting down",
			},
		},
		"defect of the bridge": {
			err: mcpbridge.Error{Kind: mcpbridge.KindInternal, Stage: mcpbridge.StageChild, Written: true},
			want: failure{
				code: codes.Internal, reason: "INTERNAL", metadata: meta("server"),
				message: "internal error: the log of the service contains the cause under the request id",
			},
		},
	}
	for way, read := range readers() {
		for name, test := range tests {
			t.Run(way+"/"+name, func(t *testing.T) {
				f := newFake()
				f.resources.read = func(_ context.Context, read mcpbridge.Read, _ int) (*mcpbridge.Result, error) {
					failed := test.err
					failed.Server, failed.URI, failed.Repeatable = "alpha", read.URI, true
					return nil, &failed
				}
				_, err := read(t.Context(), t, serve(t, f), byURI(uri))
				checkFailure(t, err, test.want)
			})
		}
	}
}
