package mcpbridge

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"
)

// SafeToRetry reports whether the same call may be tried again: another attempt
// can help, and it cannot run a side effect twice.
func (e *Error) SafeToRetry() bool {
	if e.Written && !e.Repeatable {
		return false
	}
	switch e.Kind {
	case KindServerUnavailable, KindServerExited, KindOverloaded, KindTransientResult:
		return true
	case KindSpawnFailed, KindHandshakeFailed:
		return e.RetryIn > 0 // the supervisor will try again
	default:
		return false
	}
}

// RetryElsewhere reports whether another process may safely run the call: this one
// is closing.
func (e *Error) RetryElsewhere() bool {
	return e.Kind == KindClosed && (!e.Written || e.Repeatable)
}

// RetryAfter is when a further attempt may succeed; zero: unknown.
func (e *Error) RetryAfter() time.Duration { return e.RetryIn }

// down turns why a process ended into what a call gets that finds it down.
func (e *Error) down(state State) *Error {
	out := *e
	out.Stage, out.Written = StageSpawn, false
	switch {
	case state == StateParked:
		out.Kind, out.Err = KindServerParked, e
	case e.Kind != KindSpawnFailed && e.Kind != KindHandshakeFailed:
		out.Kind, out.Err = KindServerUnavailable, e
	}
	return &out
}

// unstartable reports whether the next start will fail as this one did: there is
// no program that may be started.
func (e *Error) unstartable() bool {
	return e.Kind == KindSpawnFailed &&
		(errors.Is(e, fs.ErrNotExist) || errors.Is(e, fs.ErrPermission) || errors.Is(e, syscall.ENOEXEC))
}

// again returns the error with another time of the next attempt.
func (e *Error) again(in time.Duration) *Error {
	out := *e
	out.RetryIn = max(in, time.Millisecond)
	return &out
}

// repeatable is the verdict on running a tool twice: the operator's word first,
// then, for a trusted server, the tool's own annotations. MCP: "clients MUST
// consider tool annotations to be untrusted unless they come from trusted
// servers."
func (c *ServerConfig) repeatable(tool *Tool) bool {
	switch {
	case slices.Contains(c.Unrepeatable, tool.Name), slices.Contains(c.Unrepeatable, "*"):
		return false
	case slices.Contains(c.Repeatable, tool.Name), slices.Contains(c.Repeatable, "*"):
		return true
	}
	hints := tool.Annotations
	return c.TrustAnnotations && (isTrue(hints.ReadOnlyHint) || isTrue(hints.IdempotentHint))
}

func isTrue(hint *bool) bool { return hint != nil && *hint }

// transient reports whether a tool's error text reads as if another attempt could
// succeed.
func transient(raw json.RawMessage) bool {
	var result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if json.Unmarshal(raw, &result) != nil {
		return false
	}
	for _, block := range result.Content {
		text := strings.ToLower(block.Text)
		for _, sign := range []string{"timeout", "timed out", "temporar", "busy", "try again", "connection reset"} {
			if strings.Contains(text, sign) {
				return true
			}
		}
	}
	return false
}
