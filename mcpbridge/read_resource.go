package mcpbridge

import (
	"context"
	"encoding/json"
	"errors"

	"go.opentelemetry.io/otel/attribute"

	"github.com/coderef-system/coderefd/mcpbridge/internal/jsonrpc"
	"github.com/coderef-system/coderefd/mcpbridge/internal/session"
)

// Read is a request for one resource.
type Read struct {
	// Server is the configured name; empty: the server that the bare URI is bound
	// to.
	Server string
	// URI of the resource, listed or not.
	URI string
	// Principal separates callers under SharingPerPrincipal.
	Principal string
}

// ReadResource reads a resource once and waits for its contents or the end of ctx.
// [Result.Raw] is an MCP ReadResourceResult. Otherwise it behaves like [Bridge.CallTool],
// except that a read is always safe to repeat.
func (b *Bridge) ReadResource(ctx context.Context, read Read) (*Result, error) {
	op := &resourceRead{read: read}
	a := b.attempt(op)
	ctx, end := a.trace(ctx)
	err := a.run(ctx)
	if err != nil && a.u != nil && a.u.lacks(read.URI, a.version, err.RPC) {
		err.Kind = KindResourceNotFound
	}
	end(err, false)
	if err != nil {
		return nil, err
	}
	queue, server := a.times()
	return &Result{
		Raw: a.out.Result, Server: a.u.cfg.Name, ProtocolVersion: a.version, QueueTime: queue, ServerTime: server,
	}, nil
}

// JSON-RPC error codes of resources/read.
const (
	codeResourceNotFound = -32002 // until MCP 2025-11-25; still accepted after
	codeInvalidParams    = -32602 // since MCP 2026-07-28, with the URI as data
)

// lacks reports whether an error response means that the server has no such resource. The
// code -32602 means that in the modern era if the data of the error contains a URI. In
// both eras, it also means that if the server lists neither the URI nor a matching
// template: the URI is the only parameter that can be invalid, and several legacy servers
// use this code.
func (u *upstream) lacks(uri, version string, e *RPCError) bool {
	switch {
	case e == nil:
		return false
	case e.Code == codeResourceNotFound:
		return true
	case e.Code != codeInvalidParams:
		return false
	}
	var data struct {
		URI *string `json:"uri"`
	}
	if session.IsModern(version) && json.Unmarshal(e.Data, &data) == nil && data.URI != nil {
		return true
	}
	list := u.resources.Load()
	return list.listed() && !list.offers(uri)
}

var errNoResources = errors.New("the server offers no resources")

// resourceRead is the operation of ReadResource.
type resourceRead struct{ read Read }

func (r *resourceRead) principal() string { return r.read.Principal }

func (r *resourceRead) route(ctx context.Context, b *Bridge) (*upstream, *Error) {
	return b.routeResource(ctx, r.read.Server, r.read.URI)
}

func (r *resourceRead) send(
	ctx context.Context, _ *upstream, sess *session.Session, meta []byte,
) (jsonrpc.Outcome, error) {
	if !sess.Info().Resources {
		// MCP: "Only use capabilities that were successfully negotiated."
		return jsonrpc.Outcome{}, &Error{Kind: KindResourceNotFound, Stage: StageRoute, Err: errNoResources}
	}
	return sess.ReadResource(ctx, r.read.URI, meta)
}

func (r *resourceRead) annotate(e *Error) {
	e.URI, e.Repeatable = r.read.URI, true
	if e.Server == "" {
		e.Server = r.read.Server
	}
}

func (r *resourceRead) span() (string, []attribute.KeyValue) {
	return valueReadMethod, []attribute.KeyValue{
		attribute.String(attrMethod, valueReadMethod), attribute.String(attrResource, r.read.URI),
	}
}
