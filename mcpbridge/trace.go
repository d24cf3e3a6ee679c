package mcpbridge

import (
	"context"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Names and values of span attributes, from OpenTelemetry's semantic conventions for MCP,
// GenAI and RPC. The conventions for MCP are still in development.
const (
	attrMethod      = "mcp.method.name"
	attrVersion     = "mcp.protocol.version"
	attrTool        = "gen_ai.tool.name"
	attrOperation   = "gen_ai.operation.name"
	attrTransport   = "network.transport"
	attrRequestID   = "jsonrpc.request.id"
	attrErrorType   = "error.type"
	attrServer      = "coderef.mcp.server"
	attrResource    = "mcp.resource.uri"
	valueCallMethod = "tools/call"
	valueReadMethod = "resources/read"
	valueOperation  = "execute_tool"
	errorTypeTool   = "tool_error"
)

// trace begins the span of an attempt. end sets its outcome (toolError: the result is a
// tool error) and adds the stages as child spans. Both do nothing without a tracer.
func (a *attempt) trace(ctx context.Context) (_ context.Context, end func(err *Error, toolError bool)) {
	if a.b.tracer == nil {
		return ctx, func(*Error, bool) {}
	}
	name, attributes := a.op.span()
	ctx, span := a.b.tracer.Start(ctx, name,
		trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(a.start),
		trace.WithAttributes(attributes...))
	return ctx, func(err *Error, toolError bool) {
		a.describe(span, err, toolError)
		a.stages(ctx, time.Now())
		span.End()
	}
}

// describe sets the attributes that are known at the end.
func (a *attempt) describe(span trace.Span, err *Error, toolError bool) {
	if a.u != nil {
		span.SetAttributes(
			attribute.String(attrServer, a.u.cfg.Name), attribute.String(attrTransport, a.u.transport.Network()))
	}
	if a.version != "" {
		span.SetAttributes(attribute.String(attrVersion, a.version))
	}
	if a.out.ID != 0 {
		span.SetAttributes(attribute.String(attrRequestID, strconv.FormatInt(a.out.ID, 10)))
	}
	switch {
	case err != nil && err.Kind != KindTransientResult:
		span.SetAttributes(attribute.String(attrErrorType, err.spanType()))
		span.SetStatus(codes.Error, err.Kind.String())
	case toolError:
		span.SetAttributes(attribute.String(attrErrorType, errorTypeTool))
		span.SetStatus(codes.Error, "")
	}
}

// spanType is the value of error.type: the JSON-RPC code, or the kind.
func (e *Error) spanType() string {
	if e.RPC != nil {
		return strconv.FormatInt(e.RPC.Code, 10)
	}
	return e.Kind.String()
}

// stages adds a span for each stage that the call reached.
func (a *attempt) stages(ctx context.Context, now time.Time) {
	wait := StageQueue
	if a.awaitedStart {
		wait = StageSpawn
	}
	a.stage(ctx, wait, a.start, a.acquired, now)
	a.stage(ctx, StageWrite, a.acquired, a.out.WrittenAt, now)
	a.stage(ctx, StageChild, a.out.WrittenAt, a.out.RespondedAt, now)
}

func (a *attempt) stage(ctx context.Context, stage Stage, from, to, now time.Time) {
	if from.IsZero() || a.u == nil {
		return
	}
	if to.IsZero() {
		to = now
	}
	_, span := a.b.tracer.Start(ctx, string(stage), trace.WithTimestamp(from))
	span.End(trace.WithTimestamp(to))
}

// traceMeta returns the members of _meta with the trace context: "the unprefixed keys
// traceparent, tracestate and baggage are reserved" for it (SEP-414).
func (b *Bridge) traceMeta(ctx context.Context) []byte {
	if b.propagator == nil {
		return nil
	}
	var meta metaCarrier
	b.propagator.Inject(ctx, &meta)
	return meta
}

// metaCarrier is a TextMapCarrier that writes JSON members.
type metaCarrier []byte

// Get returns "": the carrier is for injection only.
func (m *metaCarrier) Get(string) string { return "" }

// Keys returns nil, for the same reason as Get.
func (m *metaCarrier) Keys() []string { return nil }

// Set appends a member.
func (m *metaCarrier) Set(key, value string) {
	out := *m
	if len(out) > 0 {
		out = append(out, ',')
	}
	out, _ = jsontext.AppendQuote(out, key)
	out = append(out, ':')
	out, _ = jsontext.AppendQuote(out, value)
	*m = out
}
