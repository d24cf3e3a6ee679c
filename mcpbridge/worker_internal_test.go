package mcpbridge

import (
	"errors"
	"io/fs"
	"testing"
	"time"
)

// TestStartingAgain: a program that is not there is why calls fail also in the
// moments in which it is tried again.
func TestStartingAgain(t *testing.T) {
	t.Parallel()
	b := newBridge(Config{Servers: []ServerConfig{{Name: "a", Sharing: SharingShared, Backoff: Backoff{Initial: time.Second}}}})
	s := b.servers[0]
	p := s.newPool(1)
	s.pools[""] = p
	for _, tt := range []struct {
		failure *Error
		want    Kind
	}{
		{nil, KindServerUnavailable},
		{s.fault(KindSpawnFailed, StageSpawn, fs.ErrNotExist), KindSpawnFailed},
		{s.fault(KindSpawnFailed, StageSpawn, errors.New("too many processes")), KindServerUnavailable},
		{s.fault(KindServerExited, StageChild, nil), KindServerUnavailable},
	} {
		p.workers[0].state, p.workers[0].failure = StateStarting, tt.failure
		if got := s.problem(); got.Kind != tt.want || !got.SafeToRetry() || got.RetryAfter() != time.Second {
			t.Errorf("after %v: %+v", tt.failure, got)
		}
	}
}
