package session_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

const (
	discovery  = "server/discover"
	handshake  = "initialize notifications/initialized"
	modernOnly = `"result":{"supportedVersions":["2026-07-28"]}`
)

// is returns a check that an error has a type.
func is[E error]() func(error) bool {
	return func(err error) bool {
		_, ok := errors.AsType[E](err)
		return ok
	}
}

func rpcError(code int64) func(error) bool {
	return func(err error) bool {
		e, ok := errors.AsType[*jsonrpc.Error](err)
		return ok && e.Code == code
	}
}

// TestOpen opens sessions with servers of both eras, with and without a pinned or known
// revision.
func TestOpen(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		pin, known string
		discover   []reply
		initialize []reply
		methods    string               // received by the server
		version    string               // of the session
		failed     func(err error) bool // set: Open fails
		text       string               // part of the error
	}{
		{
			name:     "modern server",
			discover: say(modernOnly), methods: discovery, version: "2026-07-28",
		},
		{
			name:     "legacy server",
			discover: say(unknownMethod), initialize: say(initialized("2025-11-25", "")),
			methods: discovery + " " + handshake, version: "2025-11-25",
		},
		{
			name:     "legacy server without a response to the probe",
			discover: say(""), initialize: say(initialized("2025-03-26", "")),
			methods: discovery + " " + handshake, version: "2025-03-26",
		},
		{
			name:     "modern server whose first response is late",
			discover: []reply{{modernOnly, 2 * time.Second}, {members: modernOnly}}, initialize: say(unknownMethod),
			methods: discovery + " initialize " + discovery, version: "2026-07-28",
		},
		{
			name:     "both methods unknown",
			discover: say(unknownMethod), initialize: say(unknownMethod),
			methods: discovery + " initialize", failed: rpcError(-32601), text: "initialize: ",
		},
		{
			name:     "slow server that then knows neither method",
			discover: say("", unknownMethod), initialize: say(unknownMethod),
			methods: discovery + " initialize " + discovery, failed: rpcError(-32601), text: "server/discover: ",
		},
		{
			name:     "modern error: header mismatch",
			discover: say(`"error":{"code":-32020,"message":"m"}`),
			methods:  discovery, failed: rpcError(-32020),
		},
		{
			name:     "modern error: missing capability",
			discover: say(`"error":{"code":-32021,"message":"m"}`),
			methods:  discovery, failed: rpcError(-32021),
		},
		{
			name:     "modern error: unsupported revision without alternatives",
			discover: say(`"error":{"code":-32022,"message":"m","data":{"supported":[]}}`),
			methods:  discovery, failed: rpcError(-32022),
		},
		{
			name:     "modern error: unsupported revision with unreadable alternatives",
			discover: say(`"error":{"code":-32022,"message":"m","data":"2025-11-25"}`),
			methods:  discovery, failed: rpcError(-32022),
		},
		{
			name:       "unsupported revision with a legacy alternative",
			discover:   say(`"error":{"code":-32022,"message":"m","data":{"supported":["2030-01-01","2024-11-05"]}}`),
			initialize: say(initialized("2024-11-05", "")),
			methods:    discovery + " " + handshake, version: "2024-11-05",
		},
		{
			name:     "unsupported revision with unknown alternatives only",
			discover: say(`"error":{"code":-32022,"message":"m","data":{"supported":["2030-01-01"]}}`),
			methods:  discovery, failed: is[*session.VersionError](), text: `the server supports "2030-01-01"`,
		},
		{
			name:       "discovery of legacy revisions picks the newest",
			discover:   say(`"result":{"supportedVersions":["2024-11-05","2025-06-18","2025-03-26"]}`),
			initialize: say(initialized("2025-06-18", "")),
			methods:    discovery + " " + handshake, version: "2025-06-18",
		},
		{
			name:     "discovery without revisions means a legacy server",
			discover: say(emptyResult), initialize: say(initialized("2025-11-25", "")),
			methods: discovery + " " + handshake, version: "2025-11-25",
		},
		{
			name:     "discovery with revisions of a wrong type means a legacy server",
			discover: say(`"result":{"supportedVersions":"2026-07-28"}`), initialize: say(initialized("2025-11-25", "")),
			methods: discovery + " " + handshake, version: "2025-11-25",
		},
		{
			name:     "connection lost during the probe",
			discover: say(hangUp),
			methods:  discovery, failed: is[*jsonrpc.LostError](), text: "server/discover: ",
		},
		{
			name:     "connection lost during initialize",
			discover: say(unknownMethod), initialize: say(hangUp),
			methods: discovery + " initialize", failed: is[*jsonrpc.LostError](), text: "initialize: ",
		},
		{
			name:     "InitializeResult of a wrong type",
			discover: say(unknownMethod), initialize: say(`"result":{"protocolVersion":20251125}`),
			methods: discovery + " initialize", failed: is[jsonrpc.ProtocolError](), text: "initialize: ",
		},
		{
			name:     "InitializeResult without a revision",
			discover: say(unknownMethod), initialize: say(emptyResult),
			methods: discovery + " initialize", failed: is[*session.VersionError](),
		},
		{
			name:     "InitializeResult with a modern revision",
			discover: say(unknownMethod), initialize: say(initialized("2026-07-28", "")),
			methods: discovery + " initialize", failed: is[*session.VersionError](),
		},
		{
			name: "pinned legacy revision", pin: "2025-03-26",
			initialize: say(initialized("2025-03-26", "")), methods: handshake, version: "2025-03-26",
		},
		{
			name: "pinned legacy revision that the server does not have", pin: "2025-03-26",
			initialize: say(initialized("2025-11-25", "")), methods: "initialize",
			failed: is[*session.VersionError](), text: "the bridge requires 2025-03-26",
		},
		{
			name: "pinned modern revision with a legacy server", pin: "2026-07-28",
			discover: say(unknownMethod), methods: discovery, failed: rpcError(-32601),
		},
		{
			name: "pinned modern revision that the server does not have", pin: "2026-07-28",
			discover: say(`"result":{"supportedVersions":["2025-11-25"]}`), methods: discovery,
			failed: is[*session.VersionError](), text: "the bridge requires 2026-07-28",
		},
		{
			name: "pinned modern revision is not a probe and has no probe timeout", pin: "2026-07-28",
			discover: []reply{{modernOnly, time.Minute}}, methods: discovery, version: "2026-07-28",
		},
		{
			name: "pinned revision overrides the known one", pin: "2025-06-18", known: "2026-07-28",
			initialize: say(initialized("2025-06-18", "")), methods: handshake, version: "2025-06-18",
		},
		{
			name: "known modern revision", known: "2026-07-28",
			discover: say(modernOnly), methods: discovery, version: "2026-07-28",
		},
		{
			name: "known legacy revision", known: "2025-06-18",
			initialize: say(initialized("2025-06-18", "")), methods: handshake, version: "2025-06-18",
		},
		{
			name: "known legacy revision of a server that changed", known: "2024-11-05",
			initialize: say(initialized("2025-11-25", "")), methods: handshake, version: "2025-11-25",
		},
		{
			name: "unknown revision", pin: "1999-01-01",
			failed: is[*session.VersionError](), text: "the bridge requires 1999-01-01",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := connect(t, map[string][]reply{"server/discover": tt.discover, "initialize": tt.initialize})
				opts := options()
				opts.Pin, opts.Known = tt.pin, tt.known
				s, err := session.Open(t.Context(), p.conn, opts)
				if got := p.methods(); got != tt.methods {
					t.Errorf("the server received %s, want %s", got, tt.methods)
				}
				if tt.failed != nil {
					if err == nil || !tt.failed(err) || !strings.Contains(err.Error(), tt.text) {
						t.Errorf("got error %v, want one of another type or with %q", err, tt.text)
					}
					return
				}
				if err != nil {
					t.Fatalf("got error %v, want none", err)
				}
				want := session.Info{Version: tt.version, Modern: session.IsModern(tt.version)}
				if got := s.Info(); got != want {
					t.Errorf("got %+v, want %+v", got, want)
				}
			})
		})
	}
}

// TestInfo: the session reports what the server declared, in both eras.
func TestInfo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, capabilities string
		want               session.Info
	}{
		{"none", ``, session.Info{}},
		{
			name: "empty objects", capabilities: `"tools":{},"resources":{},"logging":{}`,
			want: session.Info{Tools: true, Resources: true, Logging: true},
		},
		{
			name:         "list changes",
			capabilities: `"tools":{"listChanged":true},"resources":{"listChanged":true,"subscribe":true}`,
			want:         session.Info{Tools: true, ToolsChange: true, Resources: true, ResourcesChange: true},
		},
		{
			name: "no list changes", capabilities: `"tools":{"listChanged":false},"resources":{"listChanged":false}`,
			want: session.Info{Tools: true, Resources: true},
		},
		{"null is not a capability", `"tools":null,"resources":null,"logging":null`, session.Info{}},
		{"unknown ones", `"prompts":{"listChanged":true},"experimental":{"x":[1]}`, session.Info{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, _ := open(t, map[string][]reply{
					"server/discover": say(`"result":{"supportedVersions":["2026-07-28"],"capabilities":{` + tt.capabilities +
						`},"instructions":"i","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"n","version":"v"}}}`),
				}, nil)
				want := tt.want
				want.Version, want.Modern = "2026-07-28", true
				want.ServerName, want.ServerVersion, want.Instructions = "n", "v", "i"
				if got := s.Info(); got != want {
					t.Errorf("modern: got %+v, want %+v", got, want)
				}
				s, _ = open(t, map[string][]reply{
					"server/discover": say(unknownMethod),
					"initialize": say(`"result":{"protocolVersion":"2025-06-18","capabilities":{` + tt.capabilities +
						`},"instructions":"i","serverInfo":{"name":"n","version":"v","title":"t"}}`),
				}, nil)
				want.Version, want.Modern = "2025-06-18", false
				if got := s.Info(); got != want {
					t.Errorf("legacy: got %+v, want %+v", got, want)
				}
			})
		})
	}
}

// TestOpenEndsWithItsContext: the end of the context ends the handshake in each of its
// stages. The server gets no further request, and no cancellation, which the specification
// rules out before the end of the handshake.
func TestOpenEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		replies map[string][]reply
		timeout time.Duration
		methods string
	}{
		{"before the start", modern(""), 0, ""},
		{"probe", nil, time.Second / 2, discovery},
		{"initialize", map[string][]reply{"server/discover": say(unknownMethod)}, time.Minute, discovery + " initialize"},
		{"initialize after a probe without a response", nil, 2 * time.Second, discovery + " initialize"},
		{
			name: "repeated discovery", replies: map[string][]reply{"initialize": say(unknownMethod)},
			timeout: 2 * time.Second, methods: discovery + " initialize " + discovery,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := connect(t, tt.replies)
				ctx, cancel := context.WithTimeout(t.Context(), tt.timeout)
				defer cancel()
				_, err := session.Open(ctx, p.conn, options())
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got error %v, want %v", err, context.DeadlineExceeded)
				}
				if got := p.methods(); got != tt.methods {
					t.Errorf("the server received %q, want %q", got, tt.methods)
				}
			})
		})
	}
}

// closedForNotifications is a connection that ends after the response to initialize.
type closedForNotifications struct{ session.Conn }

func (closedForNotifications) Notify(string, []byte) error { return io.ErrClosedPipe }

// TestOpenWithoutInitialized: Open fails if notifications/initialized cannot be sent.
func TestOpenWithoutInitialized(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, legacy(""))
		_, err := session.Open(t.Context(), closedForNotifications{p.conn}, options())
		if !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "notifications/initialized: ") {
			t.Errorf("got error %v, want %v of notifications/initialized", err, io.ErrClosedPipe)
		}
	})
}

// TestRequestsOfTheServer: a legacy server gets an error for a request of its own; a modern
// one gets no response.
func TestRequestsOfTheServer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		server map[string][]reply
		want   []string
	}{
		{"legacy", legacy(""), []string{
			`{"jsonrpc":"2.0","id":"r1","error":{"code":-32601,"message":"method not found"}}`,
		}},
		{"modern", modern(""), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				_, p := open(t, tt.server, nil)
				p.send(`{"jsonrpc":"2.0","id":"r1","method":"roots/list"}`)
				if got := p.received(); !slices.Equal(got, tt.want) {
					t.Errorf("the server received %q, want %q", got, tt.want)
				}
			})
		})
	}
}

// TestClientName: a client name of arbitrary bytes remains one JSON string on one line.
func TestClientName(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := connect(t, legacy(""))
		opts := options()
		opts.ClientName, opts.ClientVersion = "a\"\n\\\xff\u2028", "\x00"
		if _, err := session.Open(t.Context(), p.conn, opts); err != nil {
			t.Fatal(err)
		}
		want := `"clientInfo":{"name":"a\"\n\\` + "\uFFFD\u2028" + `","version":"\u0000"}`
		for i, line := range p.received()[:2] {
			if !strings.Contains(strings.ReplaceAll(line, "io.modelcontextprotocol/", ""), want) {
				t.Errorf("request %d: got %s, want %s", i, line, want)
			}
		}
	})
}

// TestVersionErrorIsBounded: the error contains a bounded part of the revisions that a server
// sends.
func TestVersionErrorIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		long := strings.Repeat("9", 1000)
		many := strings.Repeat(`"`+long+`",`, 100) + `"x\ny"`
		p := connect(t, map[string][]reply{"server/discover": say(`"result":{"supportedVersions":["x\ny",` + many + `]}`)})
		_, err := session.Open(t.Context(), p.conn, options())
		version, ok := errors.AsType[*session.VersionError](err)
		if !ok {
			t.Fatalf("got error %v, want a VersionError", err)
		}
		if n := len(version.Theirs); n != 8 || version.Theirs[0] != `"x\ny"` {
			t.Errorf("got %d revisions, first %s, want 8 and %s", n, version.Theirs[0], `"x\ny"`)
		}
		if n := len(err.Error()); n > 8*40+200 {
			t.Errorf("got an error of %d bytes, want at most %d: %v", n, 8*40+200, err)
		}
	})
}

// TestFallback: the fallback is a supported revision that is opened without a probe.
func TestFallback(t *testing.T) {
	t.Parallel()
	if got := session.Fallback(); session.IsModern(got) || !slices.Contains(session.Versions(), got) {
		t.Errorf("got %q, want a legacy revision of %v", got, session.Versions())
	}
	if got := session.Versions(); !slices.IsSortedFunc(got, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("got %v, want the newest first", got)
	}
}
