package mcpbridge_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge"
)

// TestToolNames: a tool with an unusable name is omitted without affecting the others. A name
// that MCP only advises against can be called.
func TestToolNames(t *testing.T) {
	t.Parallel()
	good := []string{"A-z_0.9", "a", "a b", "browser/click", strings.Repeat("n", 256), "é", strings.Repeat("é", 256)}
	bad := []string{"", strings.Repeat("n", 257), "a\nb", "a\x00b", "a\u0085b", strings.Repeat("m", 2<<20)}
	b, logged := offeringTools(t, append(append(good, bad...), "a"))
	c, err := b.Catalog(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range c.Tools {
		got = append(got, tool.Name)
	}
	if !slices.Equal(got, good) {
		t.Errorf("tools = %.500q, want %.500q", got, good)
	}
	status := b.Servers()[0]
	if status.Tools != len(good) || status.OmittedTools != len(bad)+1 {
		t.Errorf("got %d tools, %d omitted, want %d and %d", status.Tools, status.OmittedTools, len(good), len(bad)+1)
	}
	for _, name := range good {
		if _, err := try(b, name, `{}`); kindOf(err) != mcpbridge.KindRPC { // the child has no tool behind it
			t.Errorf(`%.20s: got %s, want "the server returned an error"`, name, describe(err))
		}
	}
	text := logged.String()
	if strings.Count(text, "tool name must have") != len(bad) || strings.Count(text, "duplicate definition") != 1 ||
		len(text) > 4<<10 {
		t.Errorf("log = %.5000s, want %d bad names, 1 duplicate definition, at most 4 KiB", text, len(bad))
	}
	if _, err := try(b, bad[2], `{}`); kindOf(err) != mcpbridge.KindToolNotFound {
		t.Errorf("call of a tool with a bad name: got %s, want tool not found", describe(err))
	}
}

// TestUnusableTools: the log names each tool and its unusable field, and no Go type.
func TestUnusableTools(t *testing.T) {
	t.Parallel()
	b, logged := offeringText(t, `7,{"name":"odd","annotations":{"readOnlyHint":"yes"}},{"name":"good","inputSchema":{}},{"name":"good"},{"name":[]}`)
	if _, err := b.Catalog(t.Context(), "a"); err != nil { // waits for the list
		t.Fatal(err)
	}
	text := logged.String()
	for _, want := range []string{
		`index=0 error="a JSON number is not allowed here"`,
		`index=1 name=odd field=annotations.readOnlyHint error="a JSON string is not allowed here"`,
		`index=3 name=good error="duplicate definition"`,
		`index=4 field=name error="a JSON array is not allowed here"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %q, want it", want)
		}
	}
	if strings.Contains(text, "struct") || t.Failed() {
		t.Errorf("log = %s, want the lines above and no Go type", text)
	}
}

// TestTooManyTools: tools beyond the bound are omitted and counted, and the log does not grow
// with their number.
func TestTooManyTools(t *testing.T) {
	t.Parallel()
	var names []string
	for i := range 10_500 {
		names = append(names, fmt.Sprintf("tool%05d", i))
	}
	b, logged := offeringTools(t, names)
	c, err := b.Catalog(t.Context(), "a")
	if err != nil || len(c.Tools) != 10_000 || c.Tools[9999].Name != "tool09999" {
		t.Errorf("Catalog: got %d tools, error %v, want 10000, the last tool09999", len(c.Tools), err)
	}
	if status := b.Servers()[0]; status.Tools != 10_000 || status.OmittedTools != 500 {
		t.Errorf("got %d tools, %d omitted, want 10000 and 500", status.Tools, status.OmittedTools)
	}
	text := logged.String()
	if n := strings.Count(text, "more than 10000 tools"); n != 10 || !strings.Contains(text, "count=500") {
		t.Errorf("logged %d times, want 10 and count=500: %.5000s", n, text)
	}
}

// offeringTools opens a bridge whose child offers tools of these names.
func offeringTools(t *testing.T, names []string) (*mcpbridge.Bridge, *syncBuffer) {
	t.Helper()
	var tools []string
	for _, name := range names {
		quoted, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		tools = append(tools, `{"name":`+string(quoted)+`,"inputSchema":{"type":"object"}}`)
	}
	return offeringText(t, strings.Join(tools, ","))
}

// offeringText opens a server that lists the tools with the given definitions.
func offeringText(t *testing.T, tools string) (*mcpbridge.Bridge, *syncBuffer) {
	t.Helper()
	file := tempFile(t)
	if err := os.WriteFile(file, []byte(tools), 0o600); err != nil {
		t.Fatal(err)
	}
	logged := new(syncBuffer)
	b := openConfig(t, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{faulty(t, "a", "tools-from", file)},
		Logger:  slog.New(slog.NewTextHandler(logged, nil)),
	})
	return b, logged
}
