package mcpbridge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
)

// report returns the facts of a failure for an operator: the program, its working folder,
// how the process ended, and when. It contains no output of the server (the texts of its
// JSON-RPC errors count as output), and no value of its environment except PATH.
func (u *upstream) report(f *pool.Error) string {
	if f == nil {
		return ""
	}
	ran := f.Ran.Round(time.Millisecond)
	switch f.Kind { //nolint:exhaustive // an instance goes down for these reasons only
	case pool.KindStartFailed:
		return u.output.Clean(f.Err.Error())
	case pool.KindExited:
		return u.output.Clean(fmt.Sprintf("%v, %v after the start of %s", f.Err, ran, u.process()))
	case pool.KindHandshakeFailed:
		return u.output.Clean(fmt.Sprintf("%s, %v after the start of %s", handshakeProblem(f.Err), ran, u.process()))
	}
	return ""
}

// process names the program and its working folder.
func (u *upstream) process() string {
	text := fmt.Sprintf("program %q", u.output.Clean(u.cfg.Command))
	if u.cfg.Dir != "" {
		text += fmt.Sprintf(" in folder %q", u.output.Clean(u.cfg.Dir))
	}
	return text
}

// handshakeProblem describes why a handshake failed, without the server's own words.
func handshakeProblem(err error) string {
	var rpc *jsonrpc.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "no response to the handshake"
	case errors.As(err, &rpc):
		return fmt.Sprintf("JSON-RPC error %d during the handshake", rpc.Code)
	}
	return "no valid MCP handshake, or no common MCP revision"
}

// logFacts returns the attributes of a failure in the log.
func (u *upstream) logFacts(f *pool.Error) []any {
	attrs := []any{slog.String("program", u.output.Clean(u.cfg.Command))}
	if u.cfg.Dir != "" {
		attrs = append(attrs, slog.String("folder", u.output.Clean(u.cfg.Dir)))
	}
	return append(attrs, slog.String("ran", f.Ran.Round(time.Millisecond).String()))
}
