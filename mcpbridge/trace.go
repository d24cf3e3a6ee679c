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

// trace begins the span of an attempt. end gives it its outcome (saidNo is a
// tool's own no) and the stages as child spans; both do nothing without a tracer.
func (a *attempt) trace(ctx context.Context) (_ context.Context, end func(err *Error, saidNo bool)) {
	if a.b.tracer == nil {
		return ctx, func(*Error, bool) {}
	}
	name, attributes := a.op.span()
	ctx, span := a.b.tracer.Start(ctx, name,
		trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(a.start),
		trace.WithAttributes(append(attributes, attribute.String(attrTransport, valueTransport))...))
	return ctx, func(err *Error, saidNo bool) {
		a.describe(span, err, saidNo)
		a.stages(ctx, time.Now())
		span.End()
	}
}

func (a *attempt) describe(span trace.Span, err *Error, saidNo bool) {
	if a.s != nil {
		span.SetAttributes(attribute.String(attrServer, a.s.cfg.Name))
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
	case saidNo:
		span.SetAttributes(attribute.String(attrErrorType, errorTypeToolSaid))
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

// stages makes a span of each stage that the call reached.
func (a *attempt) stages(ctx context.Context, now time.Time) {
	wait := StageQueue
	if a.spawned {
		wait = StageSpawn
	}
	a.stage(ctx, wait, a.start, a.acquired, now)
	a.stage(ctx, StageWrite, a.acquired, a.out.WrittenAt, now)
	a.stage(ctx, StageChild, a.out.WrittenAt, a.out.AnsweredAt, now)
}

func (a *attempt) stage(ctx context.Context, stage Stage, from, to, now time.Time) {
	if from.IsZero() || a.s == nil {
		return
	}
	if to.IsZero() {
		to = now
	}
	_, span := a.b.tracer.Start(ctx, string(stage), trace.WithTimestamp(from))
	span.End(trace.WithTimestamp(to))
}

// traceMeta returns the members of _meta that carry the trace context: "the
// unprefixed keys traceparent, tracestate and baggage are reserved" for it
// (SEP-414).
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

// Get returns nothing: the carrier is for injecting only.
func (m *metaCarrier) Get(string) string { return "" }

// Keys returns nothing, as Get.
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
