package pool

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/backoff"
)

// TestProblemWhileStarting: a missing program remains the reason of failing calls while
// its next start is in progress.
func TestProblemWhileStarting(t *testing.T) {
	t.Parallel()
	p := New(t.Context(), t.Context(), Config{Sharing: SharingShared, Backoff: backoff.Policy{Initial: time.Second}})
	g := p.newGroup(1, false)
	p.groups[""] = g
	for _, tt := range []struct {
		failure *Error
		want    Kind
	}{
		{nil, KindUnavailable},
		{&Error{Kind: KindStartFailed, Stage: StageStart, Err: fs.ErrNotExist}, KindStartFailed},
		{&Error{Kind: KindStartFailed, Stage: StageStart, Err: errors.New("too many processes")}, KindUnavailable},
		{&Error{Kind: KindExited, Stage: StageCall}, KindUnavailable},
	} {
		g.workers[0].state, g.workers[0].failure = StateStarting, tt.failure
		if got := p.Problem(); got.Kind != tt.want || got.RetryIn != time.Second {
			t.Errorf("after %v: got kind %d, retry in %v, want kind %d, retry in 1s", tt.failure, got.Kind, got.RetryIn, tt.want)
		}
	}
}
