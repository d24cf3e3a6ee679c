package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/corecli"
)

// scriptedCLI is a coderef program. For each command, it prints the file with the name of
// the command in the folder of the script, exits with the status in <command>.exit, and
// records its arguments.
const scriptedCLI = `#!/bin/sh
here=$(dirname "$0")
case "$1" in
--version) echo 1.4.2; exit;;
--help)
	echo Commands:
	for c in scan query impact coverage context validate drift diagram tag export; do echo "  $c"; done
	exit;;
esac
{ printf 'cd %s; coderef' "$PWD"; printf ' %s' "$@"; echo; } >> "$here/calls"
if [ "$1" = export ]; then
	cat "$here/export" > "$5" 2>/dev/null
	exit "$(cat "$here/export.exit" 2>/dev/null || echo 0)"
fi
cat "$here/$1"
[ -f "$here/$1.err" ] && cat "$here/$1.err" >&2
exit "$(cat "$here/$1.exit" 2>/dev/null || echo 0)"
`

// scripted returns the configuration of a server with a scripted CLI in a folder.
func scripted(t *testing.T, dir string) Config {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the scripted program is a shell script")
	}
	name := filepath.Join(dir, "coderef")
	// A process that another test starts at the same time could inherit the file open for
	// writing, and then the file cannot be executed.
	syscall.ForkLock.RLock()
	writeFile(t, name, scriptedCLI)
	syscall.ForkLock.RUnlock()
	if err := os.Chmod(name, 0o755); err != nil {
		t.Fatal(err)
	}
	cli, err := corecli.Find(context.Background(), corecli.Options{Path: name})
	if err != nil {
		t.Fatal(err)
	}
	cfg := testConfig()
	cfg.CLI = cli
	return cfg
}

// TestCLIGolden is TestGolden with an installed CLI. The files cli/<command> in
// testdata/cli/<tool>-<topic>.txtar are the output of the CLI for a command. "want" also has
// the arguments that the CLI was called with.
func TestCLIGolden(t *testing.T) {
	archives, err := filepath.Glob("../testdata/cli/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives, error %v, want some", len(archives), err)
	}
	for _, name := range archives {
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			tool, _, _ := strings.Cut(base, "-")
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			bin := t.TempDir()
			g := &golden{t: t, session: connectTo(t, scripted(t, bin), nil, ""), dir: dir, tool: tool}
			g.schemas = outputSchemas(t, g.session)
			for _, f := range archive.Files {
				text := strings.ReplaceAll(string(f.Data), "<project>", dir)
				switch file, printed := strings.CutPrefix(f.Name, "cli/"); {
				case f.Name == "ask":
					g.ask = string(f.Data)
				case f.Name == "want":
					g.want = string(f.Data)
				case printed:
					writeFile(t, filepath.Join(bin, file), text)
				default:
					writeFile(t, filepath.Join(dir, f.Name), text)
				}
			}
			var got strings.Builder
			for line := range strings.Lines(g.ask) {
				line = strings.TrimSpace(line)
				fmt.Fprintf(&got, "# %s\n%s%s", line, g.do(line), calls(t, g, bin))
			}
			if *update {
				rewrite(t, name, archive, got.String())
				return
			}
			if diff := cmp.Diff(g.want, got.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
		})
	}
}

// exportTemp matches the temporary folder of an export.
var exportTemp = regexp.MustCompile(`\.coderef-export-\d+`)

// calls returns the calls of the scripted CLI since the last call of this function.
func calls(t *testing.T, g *golden, bin string) string {
	t.Helper()
	name := filepath.Join(bin, "calls")
	text, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return ""
	}
	if err == nil {
		err = os.Remove(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return exportTemp.ReplaceAllString(g.hide(string(text)), ".coderef-export-*")
}

// TestCLIHasToolsOfNativeEngine checks that the server names the CLI, has the same tools with the same
// properties, and requires only the properties that every response has.
func TestCLIHasToolsOfNativeEngine(t *testing.T) {
	s := connectTo(t, scripted(t, t.TempDir()), nil, "")
	hello := s.InitializeResult()
	if !strings.Contains(hello.ServerInfo.Title, "coderef CLI 1.4.2") ||
		!strings.Contains(hello.Instructions, "heuristic") ||
		hello.Capabilities.Resources != nil {
		t.Errorf("got title %q, resources %v, instructions %s, want the version of the CLI, none, the precision",
			hello.ServerInfo.Title, hello.Capabilities.Resources, hello.Instructions)
	}
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	native, err := connect(t, nil).ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, tool := range list.Tools {
		other := native.Tools[i]
		if tool.Name != other.Name || tool.Description == other.Description || tool.Description == "" {
			t.Errorf("got %s: %s, want %s with another description", tool.Name, tool.Description, other.Name)
		}
		if diff := cmp.Diff(properties(t, other.InputSchema), properties(t, tool.InputSchema)); diff != "" {
			t.Errorf("%s: input properties (-native +CLI):\n%s", tool.Name, diff)
		}
		if diff := cmp.Diff(properties(t, other.OutputSchema), properties(t, tool.OutputSchema)); diff != "" {
			t.Errorf("%s: output properties (-native +CLI):\n%s", tool.Name, diff)
		}
		if tool.Annotations.IdempotentHint == (tool.Name == "coderef_tag") ||
			tool.Annotations.ReadOnlyHint != other.Annotations.ReadOnlyHint {
			t.Errorf("%s: got annotations %+v, want those of the native engine, but coderef_tag not idempotent",
				tool.Name, tool.Annotations)
		}
		required := tool.OutputSchema.(map[string]any)["required"]
		if diff := cmp.Diff([]any{"success", "precision"}, required); diff != "" {
			t.Errorf("%s: required properties (-want +got):\n%s", tool.Name, diff)
		}
	}
}

// properties returns the names of a schema's properties.
func properties(t *testing.T, schema any) (names map[string]bool) {
	t.Helper()
	names = map[string]bool{}
	for name := range schema.(map[string]any)["properties"].(map[string]any) {
		names[name] = true
	}
	return names
}

// TestCancelEndsCLICall checks that a call ends if it is cancelled while the CLI runs.
func TestCancelEndsCLICall(t *testing.T) {
	dir := t.TempDir()
	cfg := scripted(t, dir)
	started := filepath.Join(dir, "coverage")
	if err := mkfifo(started); err != nil {
		t.Skip(err)
	}
	s := connectTo(t, cfg, nil, "")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		// The script opens the file when it runs, and blocks reading it.
		f, err := os.OpenFile(started, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		cancel()
	}()
	_, err := s.CallTool(ctx, &mcp.CallToolParams{
		Name:      "coderef_coverage",
		Arguments: map[string]any{"project_path": t.TempDir()},
	})
	if err == nil || ctx.Err() == nil {
		t.Errorf("got %v, want an error", err)
	}
}

// TestCLIResponsesHaveRequiredProperties checks that responses have the properties that typed clients
// need, even if the CLI reports almost nothing.
func TestCLIResponsesHaveRequiredProperties(t *testing.T) {
	required := map[string][]string{
		"scan": {"elements"}, "query": {"element", "results"}, "impact": {"element", "risk", "ripple_effects"},
		"complexity": {"element", "complexity", "elements"}, "patterns": {"patterns"}, "coverage": {"overall", "files"},
		"context": {"context"}, "validate": {"errors", "percentage"},
		"drift":   {"drift_percentage", "summary", "drift_report"},
		"diagram": {"diagram"}, "tag": {"dry_run", "files"}, "export": {"output_path", "sha256"},
	}
	dir, bin := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"scan": "[]\n", "query": "[]\n", "impact": `{"directDependents":0}`,
		"context":  `{"complexity":{"cyclomatic":3},"testPatterns":{}}`,
		"coverage": `{"overall":0}`, "validate": `{"valid":0,"invalid":0}`, "drift": "[]\n", "diagram": "graph TD\n",
		"tag":    "Tagged 0 elements in 0 files\n",
		"export": "{}",
	} {
		writeFile(t, filepath.Join(bin, name), text)
	}
	writeFile(t, filepath.Join(dir, ".coderef-index.json"), "[]")
	s := connectTo(t, scripted(t, bin), nil, "")
	for tool, names := range required {
		args := map[string]any{
			"project_path": dir, "path": dir, "query_type": "calls", "target": "f", "element": "f",
		}
		switch tool {
		case "complexity":
			args["element"] = "."
		case "export":
			args["format"] = "json"
		case "diagram":
			args["format"] = "mermaid"
		case "coverage":
			args["format"] = "summary"
		}
		text, isError := callTool(t, s, "coderef_"+tool, args)
		var response map[string]any
		if err := json.Unmarshal([]byte(text), &response); err != nil || isError {
			t.Errorf("%s: got %s, want a response", tool, text)
			continue
		}
		for _, name := range append(names, "success", "precision") {
			if response[name] == nil {
				t.Errorf("%s: got %s, want property %s", tool, text, name)
			}
		}
	}
}
