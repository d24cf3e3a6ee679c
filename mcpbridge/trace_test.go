package mcpbridge_test

import (
	"context"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/mcpbridge"
)

func TestTrace(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	defer func() { _ = provider.Shutdown(context.Background()) }()
	b := openConfig(t, mcpbridge.Config{
		Servers:        []mcpbridge.ServerConfig{faulty(t, "a", "normal")},
		TracerProvider: provider, Propagator: propagation.TraceContext{},
	})
	raw := string(call(t, b, "", "params", `{}`).Raw)
	ended := spans.Ended()
	names := map[string]bool{}
	for _, s := range ended[:len(ended)-1] {
		names[s.Name()] = true
		if s.Parent().SpanID() != ended[len(ended)-1].SpanContext().SpanID() {
			t.Errorf("%s: got another parent, want the span of the call", s.Name())
		}
	}
	if !names["write"] || !names["server"] || (!names["queue"] && !names["start"]) || len(ended) != 4 {
		t.Errorf(
			"got %d spans, stages %v, want write, server, and one of queue and start, within the call",
			len(ended), names,
		)
	}
	root := ended[len(ended)-1]
	if root.Name() != "tools/call params" || root.SpanKind() != trace.SpanKindClient {
		t.Errorf(`span = %q of kind %v, want "tools/call params" of kind client`, root.Name(), root.SpanKind())
	}
	want := map[attribute.Key]string{
		"mcp.method.name": "tools/call", "gen_ai.tool.name": "params", "gen_ai.operation.name": "execute_tool",
		"network.transport": "pipe", "mcp.protocol.version": "2025-11-25", "coderef.mcp.server": "a",
	}
	got := attributes(root)
	if got["jsonrpc.request.id"] == "" {
		t.Errorf("attributes = %v, want jsonrpc.request.id", got)
	}
	delete(got, "jsonrpc.request.id")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("attributes (-want +got):\n%s", diff)
	}
	parent := "00-" + root.SpanContext().TraceID().String() + "-" + root.SpanContext().SpanID().String() + "-01"
	if !strings.Contains(raw, `"_meta":{"traceparent":"`+parent+`"}`) {
		t.Errorf("params = %s, want traceparent %s", raw, parent)
	}
	for tool, want := range map[string]string{"error": "-32000", "tool_error": "tool_error"} {
		_, _ = try(b, tool, `{}`)
		ended := spans.Ended()
		if got := attributes(ended[len(ended)-1])["error.type"]; got != want {
			t.Errorf("%s: error.type = %q, want %q", tool, got, want)
		}
	}
}

func attributes(s sdktrace.ReadOnlySpan) map[attribute.Key]string {
	out := map[attribute.Key]string{}
	for _, a := range s.Attributes() {
		out[a.Key] = a.Value.String()
	}
	return out
}
