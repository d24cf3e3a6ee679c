package session

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
)

// Info is the description that a server sent when the session was opened.
type Info struct {
	// Version is the revision of the session; Modern is its era.
	Version string
	Modern  bool
	// ServerName, ServerVersion and Instructions may be empty.
	ServerName, ServerVersion, Instructions string
	// Tools and Resources are the capabilities of these names. ToolsChange and
	// ResourcesChange mean that the server notifies when their lists change, Logging
	// that it can send log messages.
	Tools, ToolsChange, Resources, ResourcesChange, Logging bool
}

// Conn is the connection that a session uses. [*jsonrpc.Conn] is the one over a child
// process's pipes. All methods may be called concurrently. After the connection has ended,
// Call fails at once with a [*jsonrpc.LostError], Notify fails, and Mute has no effect.
type Conn interface {
	// Call sends a request and waits for its response or the end of ctx. The outcome
	// is valid even if the call fails.
	Call(ctx context.Context, req jsonrpc.Request) (jsonrpc.Outcome, error)
	// Notify sends a notification without waiting for it to be written. fields are
	// the members of params.
	Notify(method string, fields []byte) error
	// Mute stops responses to the upstream's own requests.
	Mute()
}

// Session is an opened session. It is safe for concurrent use and ends with its
// connection.
type Session struct {
	conn Conn
	info Info
	meta []byte // members of _meta of each request

	// logsOn means that log messages were requested from a legacy server.
	logsOn atomic.Bool
}

// Info returns the description that the server sent when the session was
// opened.
func (s *Session) Info() Info { return s.info }

// Ping sends ping, or server/discover where the revision has no ping.
func (s *Session) Ping(ctx context.Context) error {
	method := "ping"
	if s.info.Modern {
		method = "server/discover"
	}
	// A cancellation would add to the input of a slow server.
	_, err := s.conn.Call(ctx, jsonrpc.Request{Method: method, Meta: s.meta, NoCancel: true})
	return err
}

// Listen subscribes to the list changes for which a modern server notifies, and returns when
// the subscription ends. The notifications arrive like all others.
func (s *Session) Listen(ctx context.Context) error {
	var wanted []string
	if s.info.ToolsChange {
		wanted = append(wanted, `"toolsListChanged":true`)
	}
	if s.info.ResourcesChange {
		wanted = append(wanted, `"resourcesListChanged":true`)
	}
	_, err := s.conn.Call(ctx, jsonrpc.Request{
		Method: "subscriptions/listen", Meta: s.meta,
		Fields: []byte(`"notifications":{` + strings.Join(wanted, ",") + `}`),
	})
	return err
}

// modernMeta returns the three members of _meta that a modern server requires on each request.
func modernMeta(version string, opts Options) []byte {
	meta := append([]byte(nil), `"io.modelcontextprotocol/protocolVersion":`...)
	meta = quote(meta, version)
	meta = append(meta, `,"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":`...)
	return appendClient(meta, opts)
}

// appendClient appends the clientInfo object.
func appendClient(dst []byte, opts Options) []byte {
	dst = quote(append(dst, `{"name":`...), opts.ClientName)
	dst = quote(append(dst, `,"version":`...), opts.ClientVersion)
	return append(dst, '}')
}

// quote appends a JSON string. Invalid UTF-8 becomes U+FFFD.
func quote(dst []byte, s string) []byte {
	out, _ := jsontext.AppendQuote(dst, s)
	return out
}
