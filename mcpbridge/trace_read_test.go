package mcpbridge_test

import (
	"context"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestSpanOfRead checks the name, attributes, status and stages of the span of a read,
// including reads that fail before they reach the server.
func TestSpanOfRead(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	defer func() { _ = provider.Shutdown(context.Background()) }()
	b := openConfig(t, mcpbridge.Config{
		Servers:        []mcpbridge.ServerConfig{offering(t, "a", "resources", uris("res:a"))},
		TracerProvider: provider,
	})
	listed(t, b, "") // the instance has started: no call waits for it
	reached := func(more map[attribute.Key]string) map[attribute.Key]string {
		more["network.transport"], more["mcp.protocol.version"], more["coderef.mcp.server"] = "pipe", "2025-11-25", "a"
		return more
	}
	for _, tt := range []struct {
		name, server, uri string
		want              map[attribute.Key]string // except those of every read
		status            codes.Code
		stages            []string
	}{
		{"success", "", "res:a", reached(map[attribute.Key]string{}), codes.Unset, []string{"queue", "write", "server"}},
		{
			name: "error of the server", server: "a", uri: "res:none",
			want: reached(map[attribute.Key]string{"error.type": "-32002"}), status: codes.Error,
			stages: []string{"queue", "write", "server"},
		},
		{"unknown server", "b", "res:a", map[attribute.Key]string{"error.type": "server not found"}, codes.Error, nil},
		{"unknown resource", "", "other:a", map[attribute.Key]string{"error.type": "resource not found"}, codes.Error, nil},
		{"malformed", "", "no scheme", map[attribute.Key]string{"error.type": "the URI is malformed"}, codes.Error, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := len(spans.Ended())
			_, err := b.ReadResource(patient(t), mcpbridge.Read{Server: tt.server, URI: tt.uri})
			if (err != nil) != (tt.status == codes.Error) {
				t.Fatalf("got error %v, want an error: %t", err, tt.status == codes.Error)
			}
			ended := spans.Ended()[before:]
			root := ended[len(ended)-1]
			var stages []string
			for _, s := range ended[:len(ended)-1] {
				stages = append(stages, s.Name())
				if s.Parent().SpanID() != root.SpanContext().SpanID() {
					t.Errorf("stage %s: got another parent, want the span of the read", s.Name())
				}
				if s.EndTime().Before(s.StartTime()) {
					t.Errorf("stage %s: got the end %v before the start %v, want it after", s.Name(), s.EndTime(), s.StartTime())
				}
			}
			same(t, "stages", stages, tt.stages)
			if root.Name() != "resources/read" || root.Status().Code != tt.status {
				t.Errorf("got span %s with status %v, want resources/read, %v", root.Name(), root.Status(), tt.status)
			}
			got, want := attributes(root), tt.want
			want["mcp.method.name"], want["mcp.resource.uri"] = "resources/read", tt.uri
			if id := got["jsonrpc.request.id"]; (id != "") != (tt.stages != nil) {
				t.Errorf("got request id %q, want one: %t", id, tt.stages != nil)
			}
			delete(got, "jsonrpc.request.id")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("attributes (-want +got):\n%s", diff)
			}
		})
	}
}

// TestSpanOfACallWithoutResponse: the stage that a call was in when its context ended lasts
// until then.
func TestSpanOfACallWithoutResponse(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewSpanRecorder()
	provider := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans))
	defer func() { _ = provider.Shutdown(context.Background()) }()
	b := openConfig(t, mcpbridge.Config{
		Servers:        []mcpbridge.ServerConfig{faulty(t, "a", "normal")},
		TracerProvider: provider,
	})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := b.CallTool(ctx, mcpbridge.Call{
		Tool: "progress_then_hang", OnProgress: func(mcpbridge.Progress) { cancel() },
	})
	if kindOf(err) != mcpbridge.KindCanceled {
		t.Fatalf("got error %v, want kind %v", err, mcpbridge.KindCanceled)
	}
	ended := spans.Ended()
	root := ended[len(ended)-1]
	if got := attributes(root)["error.type"]; got != "canceled" {
		t.Errorf("got error.type %q, want canceled", got)
	}
	last := ended[len(ended)-2]
	if last.Name() != "server" || last.EndTime().After(root.EndTime()) || last.EndTime().Before(last.StartTime()) {
		t.Errorf("got last stage %s from %v to %v, want server, to the end of the call at %v",
			last.Name(), last.StartTime(), last.EndTime(), root.EndTime())
	}
}
