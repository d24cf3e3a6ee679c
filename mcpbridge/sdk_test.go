package mcpbridge_test

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// sdkServer is the body of a process that serves MCP with the official SDK.
func sdkServer() {
	type input struct {
		Text string `json:"text"`
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "sdk", Version: "1.8.0"}, &mcp.ServerOptions{Instructions: "second opinion"})
	mcp.AddTool(s, &mcp.Tool{Name: "greet", Description: "greets"},
		func(_ context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, map[string]string, error) {
			return nil, map[string]string{"greeting": "hello " + in.Text}, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "steps", Description: "reports its progress"},
		func(ctx context.Context, req *mcp.CallToolRequest, _ input) (*mcp.CallToolResult, any, error) {
			for i := range 5 {
				_ = req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
					ProgressToken: req.Params.GetProgressToken(), Progress: float64(i + 1), Total: 5,
				})
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil, nil
		})
	mcp.AddTool(s, &mcp.Tool{Name: "wait", Description: "waits until it is cancelled"},
		func(ctx context.Context, _ *mcp.CallToolRequest, _ input) (*mcp.CallToolResult, any, error) {
			<-ctx.Done()
			_, _ = os.Stderr.WriteString("wait was cancelled\n")
			return nil, nil, ctx.Err()
		})
	mcp.AddTool(s, &mcp.Tool{Name: "grow", Description: "adds a tool"},
		func(context.Context, *mcp.CallToolRequest, input) (*mcp.CallToolResult, any, error) {
			mcp.AddTool(s, &mcp.Tool{Name: "grown", Description: "is new"},
				func(context.Context, *mcp.CallToolRequest, input) (*mcp.CallToolResult, any, error) {
					return &mcp.CallToolResult{}, nil, nil
				})
			return &mcp.CallToolResult{}, nil, nil
		})
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
}

// TestOfficialSDK calls a server of the official SDK, in the modern era and pinned to the
// legacy one.
func TestOfficialSDK(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ pin, version string }{{"", "2026-07-28"}, {"2025-11-25", "2025-11-25"}} {
		t.Run(tt.version, func(t *testing.T) {
			t.Parallel()
			sc := faulty(t, "sdk", "")
			sc.Args, sc.ProtocolVersion = []string{"sdk"}, tt.pin
			b := open(t, sc)
			result := call(t, b, "", "greet", `{"text":"you"}`)
			var got struct{ StructuredContent map[string]string }
			if err := json.Unmarshal(result.Raw, &got); err != nil || got.StructuredContent["greeting"] != "hello you" {
				t.Errorf(`greet = %s, error %v, want the greeting "hello you"`, result.Raw, err)
			}
			if status := b.Servers()[0]; status.ProtocolVersion != tt.version || status.ServerName != "sdk" ||
				status.Instructions != "second opinion" {
				t.Errorf(
					`status = %+v, want protocol version %q, server sdk, instructions "second opinion"`,
					status, tt.version,
				)
			}
			if result := call(t, b, "", "greet", `{"text":7}`); !result.IsError {
				t.Errorf("greet with wrong arguments = %s, want a tool error", result.Raw)
			}
			if _, err := b.Ping(t.Context(), "sdk"); err != nil {
				t.Error(err)
			}
			sdkProgress(t, b)
			sdkCancel(t, b)
			changes, cancel := b.Subscribe()
			defer cancel()
			call(t, b, "", "grow", `{"text":""}`)
			await(t, changes, "the tool grown", func() bool { _, err := b.Tool(t.Context(), "", "grown"); return err == nil })
			if c := counters(t, b); c.NoiseLines+c.StrayResponses+c.UnknownNotifications != 0 || c.Starts != 1 {
				t.Errorf("counters = %+v, want 1 start, no noise, stray responses or unknown notifications", c)
			}
		})
	}
}

func sdkProgress(t *testing.T, b *mcpbridge.Bridge) {
	t.Helper()
	var steps []string
	result, err := b.CallTool(t.Context(), mcpbridge.Call{
		Tool: "steps", Arguments: []byte(`{"text":""}`),
		OnProgress: func(p mcpbridge.Progress) { steps = append(steps, "x") },
	})
	if err != nil || len(steps) != 5 || !strings.Contains(string(result.Raw), "done") {
		t.Errorf(`steps: got %d notifications, result %+v, error %v, want 5 and "done"`, len(steps), result, err)
	}
}

func sdkCancel(t *testing.T, b *mcpbridge.Bridge) {
	t.Helper()
	_, err := tryFor(b, 100*time.Millisecond, "wait", `{"text":""}`)
	if kindOf(err) != mcpbridge.KindDeadlineExceeded {
		t.Errorf("wait: got %s, want deadline exceeded", describe(err))
	}
	poll(t, "1 line of stderr", func() bool { return counters(t, b).StderrLines == 1 }) // it reported the refusal
}
