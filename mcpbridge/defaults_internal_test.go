package mcpbridge

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

// TestEveryFieldHasADefault: a new duration, count or limit gets a default, or is
// listed here because its zero value has a meaning.
func TestEveryFieldHasADefault(t *testing.T) {
	t.Parallel()
	meaningful := []string{"MaxPrincipals", "SettleTimeout"}
	cfg := Config{Servers: []ServerConfig{{Name: "a", Command: "b"}}}.withDefaults()
	for _, v := range []any{cfg, cfg.Servers[0], cfg.Servers[0].Backoff} {
		value := reflect.ValueOf(v)
		for i := range value.NumField() {
			field := value.Type().Field(i).Name
			f := value.Field(i)
			if (f.CanInt() || f.CanFloat()) && f.IsZero() != slices.Contains(meaningful, field) {
				t.Errorf(
					"%s.%s = %v without configuration, want zero: %t",
					value.Type(), field, f, slices.Contains(meaningful, field),
				)
			}
		}
	}
	if err := cfg.validate(); err != nil {
		t.Errorf("the defaults are invalid: %v", err)
	}
}

func TestDefaultsKeepWhatIsSet(t *testing.T) {
	t.Parallel()
	given := Config{ClientName: "me", ClientVersion: "1", Servers: []ServerConfig{{
		Name: "a", Command: "b", Env: []string{}, Processes: 7, MaxQueue: NoQueue,
		Backoff: Backoff{Initial: time.Hour, Jitter: NoJitter},
	}}}
	got := given.withDefaults()
	s := got.Servers[0]
	if got.ClientName != "me" || got.ClientVersion != "1" || s.Processes != 7 || len(s.Env) != 0 {
		t.Errorf(
			"withDefaults changed values that were set: got %+v, want client me of version 1, 7 processes, an empty Env",
			got,
		)
	}
	if s.MaxQueue != 0 || s.Backoff.Jitter != 0 {
		t.Errorf("MaxQueue = %d, Jitter = %v, want none of either", s.MaxQueue, s.Backoff.Jitter)
	}
	if s.Backoff.Max != time.Hour {
		t.Errorf("Backoff.Max = %v, want the longer Initial", s.Backoff.Max)
	}
	if given.Servers[0].StartTimeout != 0 {
		t.Errorf(
			"withDefaults set StartTimeout of the caller's configuration to %v, want it unchanged",
			given.Servers[0].StartTimeout,
		)
	}
	if err := got.validate(); err != nil {
		t.Error(err)
	}
}
