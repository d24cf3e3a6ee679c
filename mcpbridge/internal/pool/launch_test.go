package pool_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
	"github.com/coderef-system/coderefd/mcpbridge/internal/pool"
)

// TestHandshakeFails: a handshake that fails is classified, and its instance is stopped.
func TestHandshakeFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		// reply gets the memory to end the instance.
		reply func(m *memory, method string) string
		kind  pool.Kind
		text  string
		next  string // the first method of the next start
	}{
		{
			name: "no response", reply: func(*memory, string) string { return "" }, kind: pool.KindHandshakeFailed,
			text: "no handshake within 1m0s", next: "server/discover",
		},
		{
			name: "unknown methods", reply: func(*memory, string) string { return unknownMethod },
			kind: pool.KindHandshakeFailed, text: "initialize: JSON-RPC error -32601", next: "server/discover",
		},
		{
			name:  "end during the probe",
			reply: func(m *memory, _ string) string { _ = m.latest.Load().theirs.Close(); return "" }, kind: pool.KindExited,
			text: "the instance ended", next: "initialize",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := new(memory)
				m.reply = func(method string) string { return tt.reply(m, method) }
				p, c, stop := open(t, m, pool.SharingShared)
				defer stop()
				down := <-c.down
				if down.Failure.Kind != tt.kind || down.Failure.Stage != pool.StageStart ||
					!strings.Contains(down.Failure.Error(), tt.text) || !down.StartFailed || len(down.Output) != 1 {
					t.Errorf("got %+v, want kind %d, %q, output", down, tt.kind, tt.text)
				}
				<-p.Settled()
				if s := p.Status(); s.Exits != 1 || s.LastFailure != down.Failure || len(s.Instances) != 0 {
					t.Errorf("got %d exits, last failure %v, instances %+v, want 1, the same, none",
						s.Exits, s.LastFailure, s.Instances)
				}
				m.received()
				advance(time.Second)
				if got, _, _ := strings.Cut(m.received(), " "); got != tt.next {
					t.Errorf("the next start began with %s, want %s", got, tt.next)
				}
				if got := p.OutputTail(); len(got) == 0 || got[0].Text != "bye" {
					t.Errorf("got output %+v, want that of the last instance", got)
				}
			})
		})
	}
}

// TestListingFails: the first listing is part of the start; later ones keep the last list.
func TestListingFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := new(memory)
		var logged bytes.Buffer
		p, c, stop := open(t, m, pool.SharingShared, func(c *pool.Config) {
			c.Catalog.(*catalog).broken.Store(true)
			c.Output = outputlog.New(slog.New(slog.NewTextHandler(&logged, nil)), "a", nil)
		})
		defer stop()
		down := <-c.down
		if down.Failure.Kind != pool.KindHandshakeFailed || !errors.Is(down.Failure, errList) {
			t.Errorf("got %v, want kind %d, %v", down.Failure, pool.KindHandshakeFailed, errList)
		}
		c.broken.Store(false)
		advance(time.Second)
		if got := p.State(); got != pool.StateReady || logged.Len() != 0 {
			t.Errorf("got state %s, log %q, want ready, none", got, &logged)
		}
		c.broken.Store(true)
		_ = m.latest.Load().theirs.Close()
		<-c.down
		advance(time.Hour)
		if got := p.State(); got != pool.StateReady {
			t.Errorf("got state %s with the last list, want ready", got)
		}
		for _, kind := range []string{"tools", "resources"} {
			want := `msg="cannot list ` + kind + `; keeping the last list" server=a error="cannot list"`
			if !strings.Contains(logged.String(), want) {
				t.Errorf("got log %s, want %s", &logged, want)
			}
		}
	})
}

// TestListChanges: a burst of changes causes one listing of the list that changed.
func TestListChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		method                    string
		tools, resources, unknown int64 // listings after a burst of five
	}{
		{"notifications/tools/list_changed", 1, 0, 0},
		{"notifications/resources/list_changed", 0, 1, 0},
		{"notifications/subscriptions/acknowledged", 1, 1, 0},
		{"notifications/prompts/list_changed", 0, 0, 0},
		{"notifications/resources/updated", 0, 0, 0},
		{"notifications/other", 0, 0, 5},
	} {
		t.Run(tt.method, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := new(memory)
				_, c, stop := open(t, m, pool.SharingShared)
				defer stop()
				synctest.Wait()
				tools, resources := c.tools.Load(), c.resources.Load()
				if tools != 1 || resources != 1 {
					t.Errorf("got %d and %d listings at the start, want 1 and 1", tools, resources)
				}
				inst := m.latest.Load()
				for range 5 {
					inst.send(`{"jsonrpc":"2.0","method":"` + tt.method + `"}`)
					advance(10 * time.Millisecond)
				}
				if c.tools.Load() != tools || c.resources.Load() != resources {
					t.Errorf(
						"before the burst is over: got %d lists of tools, %d of resources, want %d, %d",
						c.tools.Load(), c.resources.Load(), tools, resources,
					)
				}
				advance(time.Minute)
				if got := c.tools.Load() - tools; got != tt.tools {
					t.Errorf("got %d listings of tools, want %d", got, tt.tools)
				}
				if got := c.resources.Load() - resources; got != tt.resources {
					t.Errorf("got %d listings of resources, want %d", got, tt.resources)
				}
				if got := inst.counters.UnknownNotifications.Load(); got != uint64(tt.unknown) {
					t.Errorf("got %d unknown notifications, want %d", got, tt.unknown)
				}
			})
		})
	}
}

// TestSubscription: the subscription to list changes of a modern upstream is kept open.
func TestSubscription(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, capabilities, reply string
		want                      int // requests within 12 seconds
	}{
		{"open", `"tools":{"listChanged":true}`, "", 1},
		{"ends at once", `"resources":{"listChanged":true}`, `"result":{}`, 3},
		{"unknown method", `"tools":{"listChanged":true}`, unknownMethod, 1},
		{"no list changes", `"tools":{},"resources":{}`, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var listens atomic.Int64
				m := &memory{reply: func(method string) string {
					if method == "subscriptions/listen" {
						listens.Add(1)
						return tt.reply
					}
					return `"result":{"supportedVersions":["2026-07-28"],"capabilities":{` + tt.capabilities + `}}`
				}}
				_, _, stop := open(t, m, pool.SharingShared)
				defer stop()
				advance(12 * time.Second)
				if got := int(listens.Load()); got != tt.want {
					t.Errorf("got %d subscriptions, want %d", got, tt.want)
				}
			})
		})
	}
}

// TestSpawnRefused: a pool whose workers cannot run any more reports that it stops.
func TestSpawnRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, _, stop := open(t, new(memory), pool.SharingShared, func(c *pool.Config) {
			c.Spawn = func(func()) bool { return false }
		})
		defer stop()
		if got := p.State(); got != pool.StateStopping {
			t.Errorf("got state %s, want stopping", got)
		}
		for _, failure := range []*pool.Error{p.Problem(), func() *pool.Error {
			_, failure := p.Acquire(t.Context(), "")
			return failure
		}()} {
			if failure == nil || failure.Kind != pool.KindUnavailable || failure.RetryIn != time.Second {
				t.Errorf("got %v, want kind %d, retry in 1s", failure, pool.KindUnavailable)
			}
		}
	})
}
