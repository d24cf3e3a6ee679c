//go:build npm

package e2e_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// npm returns the path of a package that scripts/fetch-npm has fetched.
func npm(t *testing.T, elements ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(append([]string{"../../.tmp/npm"}, elements...)...))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v; run this test with make test-npm", err)
	}
	return path
}

// startNPM starts the service with two servers from npm in addition to the default upstream, and returns the
// folder that the filesystem server may read.
func startNPM(t *testing.T) (*service, string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "hello.txt"), []byte("hello from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := func(name string) string {
		return npm(t, "servers/node_modules/@modelcontextprotocol/server-"+name+"/dist/index.js")
	}
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{
		"everything": map[string]any{"command": "node", "args": []string{server("everything"), "stdio"}},
		"filesystem": map[string]any{"command": "node", "args": []string{server("filesystem"), folder}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "mcp.json")
	if err := os.WriteFile(file, config, 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, "--mcp-config", file)
	s.awaitHealth(t, "mcp.server/everything")
	s.awaitHealth(t, "mcp.server/filesystem")
	return s, folder
}

func TestServersFromNPM(t *testing.T) {
	s, folder := startNPM(t)

	t.Run("their tools are listed together with those of the default upstream", func(t *testing.T) {
		list, err := s.Tools().ListTools(t.Context(), &toolv1.ListToolsRequest{})
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, tool := range list.GetTools() {
			count[tool.GetServer()]++
		}
		t.Logf("tools by server: %v", count)
		if count["coderef"] < 2 || count["everything"] < 10 || count["filesystem"] < 10 {
			t.Errorf("got tools by server %v, want at least 2 of coderef, and 10 of everything and of filesystem", count)
		}
	})

	t.Run("a result", func(t *testing.T) {
		response := call(t, s, "read_text_file", map[string]any{"path": filepath.Join(folder, "hello.txt")})
		if text := response.GetContent()[0].GetText().GetText(); text != "hello from a file\n" ||
			response.GetIsError() {
			t.Errorf(`got %v, want the text "hello from a file" and no tool error`, response)
		}
	})

	t.Run("a tool error is a result", func(t *testing.T) {
		response := call(t, s, "read_text_file", map[string]any{"path": "/etc/hostname"})
		if !response.GetIsError() || !strings.Contains(response.GetContent()[0].GetText().GetText(), "denied") {
			t.Errorf(`got %v, want a tool error that contains "denied"`, response)
		}
	})

	t.Run("progress rises and comes before the result", func(t *testing.T) {
		arguments, err := structpb.NewStruct(map[string]any{"duration": 1, "steps": 4})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		stream, err := s.Tools().StreamCallTool(ctx, &toolv1.StreamCallToolRequest{Call: &toolv1.CallToolRequest{
			Name: "trigger-long-running-operation",
			Args: &toolv1.CallToolRequest_Arguments{Arguments: arguments},
		}})
		if err != nil {
			t.Fatal(err)
		}
		var progress []float64
		var result *toolv1.CallToolResponse
		for {
			event, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case result != nil:
				t.Errorf("got an event after the result, want none: %v", event)
			case event.GetProgress() != nil:
				progress = append(progress, event.GetProgress().GetProgress())
			case event.GetResult() != nil:
				result = event.GetResult()
			}
		}
		if result == nil || len(progress) == 0 || !slices.IsSorted(progress) {
			t.Errorf("got progress %v and result %v, want increasing progress and a result", progress, result)
		}
		t.Logf("progress %v", progress)
	})
}

// TestPackagesFromNPM reads three packages that contain their TypeScript sources, with more than 600 000
// lines in total. The expected numbers of calls were counted in the sources: every line in which the name is
// followed by a parenthesis, except its declaration and comments.
func TestPackagesFromNPM(t *testing.T) {
	s := start(t)
	for _, test := range []struct {
		project  string
		elements int32 // minimum
		target   string
		calls    int32
		callers  []string // some of the callers, each in another file than the target
	}{
		{"effect", 10000, "pipeArguments", 78, []string{
			"@M/src/internal/effect.ts#FiberImpl.pipe", "@V/src/rpc/Rpc.ts#Proto",
		}},
		{"rxjs", 500, "innerFrom", 48, []string{
			"@Fn/src/internal/observable/defer.ts#defer", "@Fn/src/internal/operators/switchMap.ts#switchMap",
		}},
		// Called as util.escapeRegex by a namespace import.
		{"zod", 1000, "src/v4/core/util.ts#escapeRegex", 8, []string{
			"@Fn/src/v4/core/regexes.ts#mac", "@V/src/v4/core/checks.ts#$ZodCheckIncludes",
		}},
	} {
		t.Run(test.project, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			path := npm(t, "sources", test.project)
			scan, err := s.CodeIntel().Scan(ctx, &codeintelv1.ScanRequest{ProjectPath: path})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d elements in %d files", scan.GetTotalSize(), scan.GetAnalysis().GetFileCount())
			if scan.GetTotalSize() < test.elements {
				t.Errorf("%d elements, want at least %d", scan.GetTotalSize(), test.elements)
			}
			query, err := s.CodeIntel().Query(ctx, &codeintelv1.QueryRequest{
				ProjectPath: path, QueryType: codeintelv1.QueryType_QUERY_TYPE_CALLS_ME, Target: test.target,
			})
			if err != nil {
				t.Fatal(err)
			}
			var callers []string
			for _, relation := range query.GetRelations() {
				callers = append(callers, relation.GetFromId())
			}
			t.Logf(
				"%s: %d calls; unresolved: %v", test.target, query.GetTotalSize(),
				query.GetAnalysis().GetUnresolved(),
			)
			if query.GetTotalSize() != test.calls {
				t.Errorf("%d calls, want %d: %v", query.GetTotalSize(), test.calls, callers)
			}
			for _, want := range test.callers {
				if !slices.Contains(callers, want) {
					t.Errorf("%s: got callers %v, want %s among them", test.target, callers, want)
				}
			}
		})
	}
}

// call runs a tool whose result must have content.
func call(t *testing.T, s *service, tool string, arguments map[string]any) *toolv1.CallToolResponse {
	t.Helper()
	fields, err := structpb.NewStruct(arguments)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	response, err := s.Tools().CallTool(ctx, &toolv1.CallToolRequest{
		Name: tool, Args: &toolv1.CallToolRequest_Arguments{Arguments: fields},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(response.GetContent()) == 0 {
		t.Fatalf("got no content, want some: %v", response)
	}
	return response
}
