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

// scriptedCLI is a coderef that prints, for each command, the file of its name in
// the folder of the script, ends with the status in its .exit, and writes down how
// it was called.
const scriptedCLI = `#!/bin/sh
here=$(dirname "$0")
case "$1" in
--version) echo 1.4.2; exit;;
--help) echo Commands:; for c in scan query impact coverage context validate drift diagram tag export; do echo "  $c"; done; exit;;
esac
{ printf 'cd %s; coderef' "$PWD"; printf ' %s' "$@"; echo; } >> "$here/calls"
if [ "$1" = export ]; then cat "$here/export" > "$5" 2>/dev/null; exit "$(cat "$here/export.exit" 2>/dev/null || echo 0)"; fi
cat "$here/$1"
[ -f "$here/$1.err" ] && cat "$here/$1.err" >&2
exit "$(cat "$here/$1.exit" 2>/dev/null || echo 0)"
`

// scripted returns a server's configuration with a scripted CLI in a folder.
func scripted(t *testing.T, dir string) Config {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the scripted program is a shell script")
	}
	name := filepath.Join(dir, "coderef")
	// A process that is started meanwhile, by another test, would hold the file open
	// for writing, and then it cannot be run.
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

// TestCLIGolden is TestGolden with an installed CLI in place of the engine:
// testdata/cli/<tool>-<what>.txtar holds what the CLI prints for a command in the
// file cli/<command>. "want" tells how it was called, too.
func TestCLIGolden(t *testing.T) {
	archives, err := filepath.Glob("../testdata/cli/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
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
				t.Errorf("answers (-want +got):\n%s", diff)
			}
		})
	}
}

// exportTemp is the folder that the CLI writes an export to first.
var exportTemp = regexp.MustCompile(`\.coderef-export-\d+`)

// calls returns how the scripted CLI was called since it was asked last.
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

// TestCLITools: the server says who answers, offers the same tools with the same
// inputs, and promises only what every answer of the CLI has.
func TestCLITools(t *testing.T) {
	s := connectTo(t, scripted(t, t.TempDir()), nil, "")
	hello := s.InitializeResult()
	if !strings.Contains(hello.ServerInfo.Title, "coderef CLI 1.4.2") || !strings.Contains(hello.Instructions, "heuristic") ||
		hello.Capabilities.Resources != nil {
		t.Errorf("%+v, %s", hello.ServerInfo, hello.Instructions)
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
			t.Errorf("%s: %s", tool.Name, tool.Description)
		}
		if diff := cmp.Diff(properties(t, other.InputSchema), properties(t, tool.InputSchema)); diff != "" {
			t.Errorf("%s: inputs: %s", tool.Name, diff)
		}
		if diff := cmp.Diff(properties(t, other.OutputSchema), properties(t, tool.OutputSchema)); diff != "" {
			t.Errorf("%s: outputs: %s", tool.Name, diff)
		}
		if tool.Annotations.IdempotentHint == (tool.Name == "coderef_tag") || tool.Annotations.ReadOnlyHint != other.Annotations.ReadOnlyHint {
			t.Errorf("%s: %+v", tool.Name, tool.Annotations)
		}
		required := tool.OutputSchema.(map[string]any)["required"]
		if diff := cmp.Diff([]any{"success", "precision"}, required); diff != "" {
			t.Errorf("%s: required: %s", tool.Name, diff)
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

// TestCLICancel: a call that is cancelled is, while the CLI runs.
func TestCLICancel(t *testing.T) {
	dir := t.TempDir()
	cfg := scripted(t, dir)
	started := filepath.Join(dir, "coverage")
	if err := mkfifo(started); err != nil {
		t.Skip(err)
	}
	s := connectTo(t, cfg, nil, "")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		// The script opens it once it runs, and reads what never comes.
		f, err := os.OpenFile(started, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		cancel()
	}()
	_, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "coderef_coverage", Arguments: map[string]any{"project_path": t.TempDir()}})
	if err == nil || ctx.Err() == nil {
		t.Errorf("got %v", err)
	}
}

// TestCLITyped: whatever the CLI leaves out, answers have what clients with types
// rely on.
func TestCLITyped(t *testing.T) {
	relied := map[string][]string{
		"scan": {"elements"}, "query": {"element", "results"}, "impact": {"element", "risk", "ripple_effects"},
		"complexity": {"element", "complexity", "elements"}, "patterns": {"patterns"}, "coverage": {"overall", "files"},
		"context": {"context"}, "validate": {"errors", "percentage"}, "drift": {"drift_percentage", "summary", "drift_report"},
		"diagram": {"diagram"}, "tag": {"dry_run", "files"}, "export": {"output_path", "sha256"},
	}
	dir, bin := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"scan": "[]\n", "query": "[]\n", "impact": `{"directDependents":0}`, "context": `{"complexity":{"cyclomatic":3},"testPatterns":{}}`,
		"coverage": `{"overall":0}`, "validate": `{"valid":0,"invalid":0}`, "drift": "[]\n", "diagram": "graph TD\n", "tag": "Tagged 0 elements in 0 files\n",
		"export": "{}",
	} {
		writeFile(t, filepath.Join(bin, name), text)
	}
	writeFile(t, filepath.Join(dir, ".coderef-index.json"), "[]")
	s := connectTo(t, scripted(t, bin), nil, "")
	for tool, names := range relied {
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
		var answer map[string]any
		if err := json.Unmarshal([]byte(text), &answer); err != nil || isError {
			t.Errorf("%s: %s", tool, text)
			continue
		}
		for _, name := range append(names, "success", "precision") {
			if answer[name] == nil {
				t.Errorf("%s: no %s: %s", tool, name, text)
			}
		}
	}
}
