package mcpbridge_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/mcpbridge/internal/faultchild"
)

var update = flag.Bool("update", false, "rewrite the golden sections of testdata/conversations")

// TestConversations compares what the bridge and a scripted server write to each other,
// line by line. A file of testdata/conversations has the sections
//
//	server      the script of the server, see package faultchild
//	calls       what the caller does, one action on a line
//	transcript  the lines of both sides (golden)
//	outcome     what the caller gets (golden)
//
// Run with -update to rewrite the golden sections, and read the difference.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d conversations and error %v, want at least one", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { converse(t, file) })
	}
}

func converse(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sections := make(map[string]string)
	for _, section := range archive.Files {
		sections[section.Name] = string(section.Data)
	}
	folder := t.TempDir()
	script, transcript := filepath.Join(folder, "script"), filepath.Join(folder, "transcript")
	if err := os.WriteFile(script, []byte(sections["server"]), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	server := mcpbridge.ServerConfig{
		Name: "scripted", Command: self(t), Args: []string{faultchild.ScriptArg, script, transcript},
		Sharing: mcpbridge.SharingShared, PingInterval: time.Hour, ProbeTimeout: 30 * time.Second, TrustAnnotations: true,
	}
	bridge, err := mcpbridge.Open(ctx, mcpbridge.Config{
		Servers: []mcpbridge.ServerConfig{server}, ClientName: "test", ClientVersion: "0",
	})
	if err != nil {
		t.Fatal(err)
	}
	var outcome strings.Builder
	for action := range strings.Lines(sections["calls"]) {
		if action = strings.TrimSpace(action); action != "" {
			fmt.Fprintf(&outcome, "%s\n%s\n", action, act(ctx, bridge, action))
		}
	}
	if err := bridge.Close(ctx); err != nil {
		t.Error(err)
	}
	lines, err := os.ReadFile(transcript)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, file, archive, map[string]string{"transcript": string(lines), "outcome": outcome.String()})
}

// act does one thing that a caller can do and describes its outcome.
func act(ctx context.Context, bridge *mcpbridge.Bridge, action string) string {
	verb, rest, _ := strings.Cut(action, " ")
	name, arguments, _ := strings.Cut(rest, " ")
	switch verb {
	case "list":
		catalog, err := bridge.Catalog(ctx, "")
		if err != nil {
			return "  error " + err.Error()
		}
		var lines []string
		for _, tool := range catalog.Tools {
			lines = append(lines, "  tool "+tool.Name)
		}
		for _, problem := range catalog.Unavailable {
			lines = append(lines, "  unavailable "+problem.Server)
		}
		return strings.Join(lines, "\n")
	case "read":
		return described(bridge.ReadResource(ctx, mcpbridge.Read{URI: name}))
	case "call", "cancel":
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var seen strings.Builder
		call := mcpbridge.Call{Tool: name, Arguments: json.RawMessage(arguments)}
		call.OnProgress = func(p mcpbridge.Progress) {
			fmt.Fprintf(&seen, "  progress %v %s\n", p.Progress, p.Message)
			if verb == "cancel" {
				cancel()
			}
		}
		call.OnLog = func(l mcpbridge.Log) { fmt.Fprintf(&seen, "  log %s %s\n", l.Level, l.Data) }
		result := described(bridge.CallTool(ctx, call))
		return seen.String() + result
	default:
		return "  unknown action"
	}
}

func described(result *mcpbridge.Result, err error) string {
	var failure *mcpbridge.Error
	switch {
	case errors.As(err, &failure):
		text := fmt.Sprintf("  error: %v (stage %s); written %t, repeatable %t, safe to retry %t",
			failure.Kind, failure.Stage, failure.Written, failure.Repeatable, failure.SafeToRetry())
		if failure.RPC != nil {
			text += fmt.Sprintf("; JSON-RPC error %d %q %s", failure.RPC.Code, failure.RPC.Message, failure.RPC.Data)
		}
		return text
	case err != nil:
		return "  error " + err.Error()
	default:
		return fmt.Sprintf("  result (error %t, protocol %s) %s", result.IsError, result.ProtocolVersion, result.Raw)
	}
}

// compare compares the golden sections with what happened, or rewrites them.
func compare(t *testing.T, file string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	for _, name := range []string{"transcript", "outcome"} {
		i := len(archive.Files)
		for j, section := range archive.Files {
			if section.Name == name {
				i = j
			}
		}
		if i == len(archive.Files) {
			archive.Files = append(archive.Files, txtar.File{Name: name})
		}
		if *update {
			archive.Files[i].Data = []byte(got[name])
		} else if diff := cmp.Diff(string(archive.Files[i].Data), got[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
