package mcpbridge

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// SafeToRetry reports whether the same call may be repeated: another attempt may succeed,
// and it cannot run a side effect twice.
func (e *Error) SafeToRetry() bool {
	if e.Written && !e.Repeatable {
		return false
	}
	switch e.Kind {
	case KindServerUnavailable, KindServerExited, KindOverloaded, KindTransientResult:
		return true
	case KindSpawnFailed, KindHandshakeFailed:
		return e.RetryIn > 0 // a restart is scheduled
	default:
		return false
	}
}

// RetryElsewhere reports whether another bridge may safely run the call because this one
// is closing.
func (e *Error) RetryElsewhere() bool {
	return e.Kind == KindClosed && (!e.Written || e.Repeatable)
}

// RetryAfter is the delay after which another attempt may succeed; zero: unknown.
func (e *Error) RetryAfter() time.Duration { return e.RetryIn }

// repeatable reports whether a tool may run twice. The operator's configuration decides
// first, then, for a trusted server, the annotations of the tool. MCP: "clients MUST
// consider tool annotations to be untrusted unless they come from trusted servers."
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

// transient reports whether the text of a tool error suggests that another attempt may
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
		for _, phrase := range []string{"timeout", "timed out", "temporar", "busy", "try again", "connection reset"} {
			if strings.Contains(text, phrase) {
				return true
			}
		}
	}
	return false
}
