package app

import (
	"testing"

	"github.com/coderef-system/coderefd/internal/config"
	"github.com/coderef-system/coderefd/mcpbridge"
)

// A jitter of zero is not replaced by the bridge's default.
func TestChildConfigJitter(t *testing.T) {
	for jitter, want := range map[float64]float64{0: mcpbridge.NoJitter, 0.5: 0.5} {
		s := config.DefaultServer("a")
		s.Restart.Jitter = jitter
		if got := childConfig(&s, nil).Backoff.Jitter; got != want {
			t.Errorf("jitter %v is passed to the bridge as %v, want %v", jitter, got, want)
		}
	}
}

// Without an environment of this process, child processes do not get the bridge's default.
func TestChildConfigEnv(t *testing.T) {
	s := config.DefaultServer("a")
	if got := childConfig(&s, nil).Env; got == nil || len(got) != 0 {
		t.Errorf("environment = %#v, want an empty list that is not nil", got)
	}
}
