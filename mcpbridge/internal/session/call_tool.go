package session

import (
	"context"
	"encoding/json"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// logLevel is the minimum severity requested when a caller wants logs.
const logLevel = "info"

// logTimeout bounds the wait for the response to logging/setLevel.
const logTimeout = 500 * time.Millisecond

// ToolCall is one tools/call.
type ToolCall struct {
	Name string
	// Arguments is a JSON object on one line; empty: none.
	Arguments []byte
	// Meta are further members of _meta.
	Meta []byte
	// OnProgress and OnLog are as in [jsonrpc.Request].
	OnProgress, OnLog func(params []byte)
}

// CallTool runs a tool. isError means that the result is a tool error.
func (s *Session) CallTool(ctx context.Context, call ToolCall) (out jsonrpc.Outcome, isError bool, err error) {
	if call.OnLog != nil && !s.info.Modern && s.info.Logging {
		s.wantLogs(ctx)
	}
	fields := make([]byte, 0, 32+len(call.Name))
	fields = quote(append(fields, `"name":`...), call.Name)
	if len(call.Arguments) > 0 {
		fields = append(fields, `,"arguments":`...)
	}
	out, err = s.conn.Call(ctx, jsonrpc.Request{
		Method: "tools/call", Fields: fields, Large: call.Arguments, Meta: s.callMeta(call.Meta, call.OnLog != nil),
		OnProgress: call.OnProgress, OnLog: call.OnLog,
	})
	if err != nil {
		return out, false, err
	}
	isError, err = s.checkResult(out.Result)
	return out, isError, err
}

// callMeta joins the session's members of _meta with those of a call. In the modern
// era, logs adds the request for log messages.
func (s *Session) callMeta(own []byte, logs bool) []byte {
	logs = logs && s.info.Modern
	if len(own) == 0 && !logs {
		return s.meta
	}
	meta := append(make([]byte, 0, len(s.meta)+len(own)+64), s.meta...)
	if logs {
		meta = append(comma(meta), `"io.modelcontextprotocol/logLevel":"`+logLevel+`"`...)
	}
	if len(own) > 0 {
		meta = append(comma(meta), own...)
	}
	return meta
}

func comma(meta []byte) []byte {
	if len(meta) > 0 {
		return append(meta, ',')
	}
	return meta
}

// wantLogs requests log messages from a legacy server once. A server that refuses, or does
// not respond, sends none; that does not fail the call. Only the call that sends the
// request waits, up to logTimeout.
func (s *Session) wantLogs(ctx context.Context) {
	if !s.logsOn.CompareAndSwap(false, true) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, logTimeout)
	defer cancel()
	out, err := s.conn.Call(ctx, jsonrpc.Request{
		Method: "logging/setLevel", Fields: []byte(`"level":"` + logLevel + `"`), NoCancel: true,
	})
	if err != nil && !out.Sent {
		s.logsOn.Store(false) // the server did not receive the request
	}
}

// Progress is the params of notifications/progress.
type Progress struct {
	Progress float64  `json:"progress"`
	Total    *float64 `json:"total"`
	Message  string   `json:"message"`
}

// Log is the params of notifications/message.
type Log struct {
	Level  string          `json:"level"`
	Logger string          `json:"logger"`
	Data   json.RawMessage `json:"data"`
}
