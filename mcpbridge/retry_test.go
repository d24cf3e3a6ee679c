package mcpbridge_test

import (
	"errors"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge"
)

func TestSafeToRetry(t *testing.T) {
	t.Parallel()
	helps := map[mcpbridge.Kind]bool{
		mcpbridge.KindServerUnavailable: true, mcpbridge.KindServerExited: true,
		mcpbridge.KindOverloaded: true, mcpbridge.KindTransientResult: true,
		mcpbridge.KindSpawnFailed: true, mcpbridge.KindHandshakeFailed: true, // while they are tried again
	}
	for kind := mcpbridge.KindInternal; kind <= mcpbridge.KindClosed; kind++ {
		for _, written := range []bool{false, true} {
			for _, repeatable := range []bool{false, true} {
				e := &mcpbridge.Error{Kind: kind, Written: written, Repeatable: repeatable, RetryIn: time.Second}
				if got, want := e.SafeToRetry(), helps[kind] && (!written || repeatable); got != want {
					t.Errorf("%v, written %t, repeatable %t: SafeToRetry() = %t, want %t", kind, written, repeatable, got, want)
				}
			}
		}
		if kind.String() == mcpbridge.KindInternal.String() && kind != mcpbridge.KindInternal {
			t.Errorf("kind %d has the text of an internal error, want its own", kind)
		}
	}
	if (&mcpbridge.Error{Kind: mcpbridge.KindSpawnFailed}).SafeToRetry() {
		t.Error("spawn failure without a scheduled restart: SafeToRetry() = true, want false")
	}
}

func TestErrorText(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	e := &mcpbridge.Error{Kind: mcpbridge.KindServerExited, Server: "s", Tool: "t", Stage: mcpbridge.StageChild, Err: cause}
	if got, want := e.Error(), `server "s": tool "t": server exited (stage server): cause`; got != want ||
		!errors.Is(e, cause) {
		t.Errorf("text = %s, want %s", got, want)
	}
}

// Only a closing bridge allows another one to run the call, and only if nothing ran or the
// tool is repeatable.
func TestRetryElsewhere(t *testing.T) {
	for name, test := range map[string]struct {
		err  mcpbridge.Error
		want bool
	}{
		"closing":                 {mcpbridge.Error{Kind: mcpbridge.KindClosed}, true},
		"closing, written":        {mcpbridge.Error{Kind: mcpbridge.KindClosed, Written: true}, false},
		"closing, repeatable":     {mcpbridge.Error{Kind: mcpbridge.KindClosed, Written: true, Repeatable: true}, true},
		"an upstream server died": {mcpbridge.Error{Kind: mcpbridge.KindServerExited}, false},
	} {
		if got := test.err.RetryElsewhere(); got != test.want {
			t.Errorf("%s: RetryElsewhere() = %t, want %t", name, got, test.want)
		}
	}
}
