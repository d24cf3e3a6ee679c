package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// connect serves over pipes and returns a client session of the SDK.
func connect(t *testing.T, opts *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	return connectAt(t, opts, "")
}

// connectAt requests a revision of the protocol; empty means the latest.
func connectAt(t *testing.T, opts *mcp.ClientOptions, revision string) *mcp.ClientSession {
	t.Helper()
	return connectTo(t, testConfig(), opts, revision)
}

// connectTo serves a given configuration.
func connectTo(t *testing.T, cfg Config, opts *mcp.ClientOptions, revision string) *mcp.ClientSession {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	read, pump := io.Pipe()
	go func() {
		_, _ = io.Copy(pump, toClient)
		// As with system pipes, a write after the client has disconnected does not fail at
		// once: for example, the response to its subscription.
		_, _ = io.Copy(io.Discard, toClient)
		_ = pump.Close()
	}()
	served := make(chan error, 1)
	go func() {
		err := Serve(context.Background(), cfg, toServer, fromServer)
		_ = fromServer.Close()
		served <- err
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, opts)
	session, err := client.Connect(context.Background(), &mcp.IOTransport{Reader: read, Writer: fromClient},
		&mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-served; err != nil {
			t.Errorf("got %v from Serve, want no error", err)
		}
	})
	return session
}

func testConfig() Config {
	return Config{Version: "test", Logger: slog.New(slog.DiscardHandler)}
}

func sample(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"src/lib/money.ts": "// price helpers\nexport function formatPrice(n: number): string {\n" +
			"  return round(n).toFixed(2);\n}\n" +
			"export const round = (n: number) => Math.round(n);\n",
		"src/app.ts": "import { formatPrice } from './lib/money';\nexport function show() {\n" +
			"  return formatPrice(1) + formatPrice(2);\n}\n",
	}
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), text)
	}
	return dir
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// callTool calls a tool and returns its text. It checks that the structured content of a
// response is the same.
func callTool(t *testing.T, s *mcp.ClientSession, tool string, args map[string]any) (text string, isError bool) {
	t.Helper()
	res, err := s.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatalf("%s: got protocol error %v, want a result", tool, err)
	}
	if len(res.Content) != 1 {
		t.Fatalf("%s: got %d contents, want 1", tool, len(res.Content))
	}
	text = res.Content[0].(*mcp.TextContent).Text
	if res.IsError {
		if res.StructuredContent != nil {
			t.Errorf("%s: got a tool error with structured content, want none", tool)
		}
		return text, true
	}
	var fromText any
	if err := json.Unmarshal([]byte(text), &fromText); err != nil {
		t.Fatalf("%s: got text that is not JSON: %v", tool, err)
	}
	if diff := cmp.Diff(fromText, res.StructuredContent); diff != "" {
		t.Errorf("%s: result (-text +structured content):\n%s", tool, diff)
	}
	return text, false
}

func TestListsTools(t *testing.T) {
	s := connect(t, nil)
	if info := s.InitializeResult().ServerInfo; info.Name != "coderef-mcp" || info.Version != "test" {
		t.Errorf("got server info %+v, want coderef-mcp, version test", info)
	}
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		a := tool.Annotations
		if writes := slices.Contains([]string{"coderef_export", "coderef_tag"}, tool.Name); a.ReadOnlyHint == writes ||
			!a.IdempotentHint || *a.OpenWorldHint || *a.DestructiveHint || a.Title == "" {
			t.Errorf("%s: got annotations %+v, want a title, readOnlyHint %v and idempotentHint only", tool.Name, a, !writes)
		}
		if tool.OutputSchema == nil || tool.Description == "" {
			t.Errorf("%s: got output schema %v, description %q, want both", tool.Name, tool.OutputSchema, tool.Description)
		}
	}
	if diff := cmp.Diff([]string{
		"coderef_complexity", "coderef_context", "coderef_coverage", "coderef_diagram", "coderef_drift", "coderef_export",
		"coderef_impact",
		"coderef_patterns", "coderef_query", "coderef_scan", "coderef_tag", "coderef_validate",
	}, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

func TestScanReturnsElements(t *testing.T) {
	s := connect(t, nil)
	got, _ := callTool(t, s, "coderef_scan", map[string]any{
		"project_path": sample(t), "languages": []string{"ts", "rb"}, "extra": 1, "limit": json.RawMessage("1e3"),
	})
	want := `{"success":true,"subject":{"index_fingerprint":"` + fingerprintIn(got) + `","files_left_out":{"total":0}},` +
		`"elements_found":3,"elements":[` +
		`{"id":"@Fn/src/app.ts#show","type":"function","name":"show","file":"src/app.ts","line":2,"end_line":4,` +
		`"exported":true},` +
		`{"id":"@Fn/src/lib/money.ts#formatPrice","type":"function","name":"formatPrice","file":"src/lib/money.ts",` +
		`"line":2,"end_line":4,"exported":true,"parameters":[{"name":"n","type":"number"}],"returns":"string"},` +
		`{"id":"@Fn/src/lib/money.ts#round","type":"function","name":"round","file":"src/lib/money.ts","line":5,` +
		`"end_line":5,"exported":true,"parameters":[{"name":"n","type":"number"}]}],` +
		`"mode":"ast","precision":"syntactic","files_scanned":2,"files_skipped":[],"files_skipped_total":0,` +
		`"languages":["ts"],"unsupported_languages":["rb"]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("coderef_scan (-want +got):\n%s", diff)
	}
	empty, isError := callTool(t, s, "coderef_scan", map[string]any{"project_path": t.TempDir(), "use_ast": false})
	if isError || !strings.Contains(empty, `"elements_found":0,"elements":[],"mode":"outline"`) {
		t.Errorf("empty folder: got %s, want no elements", empty)
	}
}

// fingerprintIn returns the fingerprint of the index in a response. If there is none, it returns a
// text that no response contains.
func fingerprintIn(response string) string {
	if f := fingerprint.FindString(response); f != "" {
		return strings.Split(f, `"`)[3]
	}
	return "no fingerprint"
}

func TestQueryReturnsRelations(t *testing.T) {
	s := connect(t, nil)
	got, _ := callTool(t, s, "coderef_query", map[string]any{
		"project_path": sample(t), "query_type": "calls-me", "target": "formatPrice", "limit": 1,
	})
	var response struct {
		NextCursor string `json:"next_cursor"`
	}
	if err := json.Unmarshal([]byte(got), &response); err != nil || response.NextCursor == "" {
		t.Fatalf("got %s, want next_cursor", got)
	}
	want := `{"success":true,"subject":{"index_fingerprint":"` + fingerprintIn(got) + `","files_left_out":{"total":0}},` +
		`"query_type":"calls-me","target":"formatPrice","element":` +
		`{"id":"@Fn/src/lib/money.ts#formatPrice","type":"function","name":"formatPrice","file":"src/lib/money.ts",` +
		`"line":2,"end_line":4,"exported":true},` +
		`"results":[{"from":"@Fn/src/app.ts#show","to":"@Fn/src/lib/money.ts#formatPrice","relation":"call",` +
		`"file":"src/app.ts","line":3,"column":10,"depth":1,"resolution":"resolved","confidence":"exact",` +
		`"element":{"id":"@Fn/src/app.ts#show","type":"function","name":"show","file":"src/app.ts","line":2,"end_line":4,` +
		`"exported":true}}],` +
		`"total":2,"next_cursor":"` + response.NextCursor + `","precision":"semantic","unresolved":{"calls":0,` +
		`"imports":0},"files_analyzed":2}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("coderef_query (-want +got):\n%s", diff)
	}
}

// TestNoResultsAreEmptyList checks that no results are an empty list and not null.
func TestNoResultsAreEmptyList(t *testing.T) {
	s := connect(t, nil)
	for _, extra := range []map[string]any{{}, {"source": "show", "target": "round"}} {
		args := merged(map[string]any{"project_path": sample(t), "query_type": "calls-me", "target": "show"}, extra)
		text, isError := callTool(t, s, "coderef_query", args)
		if isError || !strings.Contains(text, `"results":[],"total":0`) {
			t.Errorf("%v: got %s, want an empty list", extra, text)
		}
	}
}

func TestInvalidArgumentsAreToolErrors(t *testing.T) {
	s := connect(t, nil)
	dir := sample(t)
	scan := func(extra map[string]any) map[string]any { return merged(map[string]any{"project_path": dir}, extra) }
	query := func(extra map[string]any) map[string]any {
		return merged(map[string]any{"project_path": dir, "query_type": "calls", "target": "show"}, extra)
	}
	for _, tt := range []struct {
		name, tool string
		args       map[string]any
		code       toolerror.Code
	}{
		{"no path", "coderef_scan", nil, toolerror.InvalidInput},
		{"relative path", "coderef_scan", scan(map[string]any{"project_path": "src"}), toolerror.InvalidInput},
		{"option as path", "coderef_scan", scan(map[string]any{"project_path": "-rf"}), toolerror.InvalidInput},
		{"missing path", "coderef_scan", scan(map[string]any{"project_path": "/no/such/folder"}), toolerror.ProjectNotFound},
		{
			"file as path", "coderef_scan", scan(map[string]any{"project_path": dir + "/src/app.ts"}),
			toolerror.ProjectNotFound,
		},
		{"wrong type", "coderef_scan", scan(map[string]any{"use_ast": "yes"}), toolerror.InvalidInput},
		{"languages not an array", "coderef_scan", scan(map[string]any{"languages": "ts"}), toolerror.InvalidInput},
		{"no language", "coderef_scan", scan(map[string]any{"languages": []string{}}), toolerror.InvalidInput},
		{
			"target too long", "coderef_query", query(map[string]any{"target": strings.Repeat("x", 1<<20)}),
			toolerror.InvalidInput,
		},
		{
			"no supported language", "coderef_scan", scan(map[string]any{"languages": []string{"lua", "rb"}}),
			toolerror.InvalidInput,
		},
		{"limit too small", "coderef_scan", scan(map[string]any{"limit": 0}), toolerror.InvalidInput},
		{"limit a fraction", "coderef_scan", scan(map[string]any{"limit": 1.5}), toolerror.InvalidInput},
		{"bad cursor", "coderef_scan", scan(map[string]any{"cursor": "AAAA"}), toolerror.InvalidCursor},
		{"unknown query type", "coderef_query", query(map[string]any{"query_type": "all-paths"}), toolerror.InvalidInput},
		{"option as target", "coderef_query", query(map[string]any{"target": "--help"}), toolerror.InvalidInput},
		{"option as source", "coderef_query", query(map[string]any{"source": "-x"}), toolerror.InvalidInput},
		{"no target", "coderef_query", query(map[string]any{"target": ""}), toolerror.InvalidInput},
		{"too deep", "coderef_query", query(map[string]any{"max_depth": 11}), toolerror.InvalidInput},
		{"unknown target", "coderef_query", query(map[string]any{"target": "shwo"}), toolerror.ElementNotFound},
		{"unknown source", "coderef_query", query(map[string]any{"source": "nothing"}), toolerror.ElementNotFound},
		{"malformed reference", "coderef_query", query(map[string]any{"target": "@@"}), toolerror.InvalidInput},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, isError := callTool(t, s, tt.tool, tt.args)
			var body struct {
				Success bool
				Error   toolerror.Error
			}
			if err := json.Unmarshal([]byte(text), &body); err != nil || !isError || body.Success {
				t.Fatalf("got %s, want a tool error", text)
			}
			if body.Error.Code != tt.code || body.Error.Message == "" {
				t.Errorf("got %s, want code %s", text, tt.code)
			}
		})
	}
}

func merged(base, extra map[string]any) map[string]any {
	for k, v := range extra {
		base[k] = v
	}
	return base
}

// TestCursorFailsAfterChange checks that the pages contain all elements, and that a cursor
// fails with other arguments and after a change of the project.
func TestCursorFailsAfterChange(t *testing.T) {
	s := connect(t, nil)
	dir := t.TempDir()
	for i := range 25 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("f%02d.ts", i)), "export const v = 1;\n")
	}
	var ids []string
	cursor := ""
	for pages := 0; ; pages++ {
		text, isError := callTool(t, s, "coderef_scan", map[string]any{"project_path": dir, "limit": 10, "cursor": cursor})
		var page scanPage
		if err := json.Unmarshal([]byte(text), &page); err != nil || isError {
			t.Fatalf("page %d: got %s, tool error %t, want a page of a scan", pages, text, isError)
		}
		if page.ElementsFound != 25 || len(page.Elements) > 10 || pages > 2 {
			t.Fatalf("page %d: got %s, want at most 10 of 25 elements", pages, text)
		}
		for _, e := range page.Elements {
			ids = append(ids, e.ID)
		}
		if page.NextCursor == "" {
			break
		}
		cursor = page.NextCursor
	}
	if len(ids) != 25 || ids[24] != "@V/f24.ts#v" {
		t.Errorf("got ids %v on all pages, want 25", ids)
	}
	args := map[string]any{"project_path": dir, "cursor": cursor, "languages": []string{"ts"}}
	if text, isError := callTool(t, s, "coderef_scan", args); !isError {
		t.Errorf("cursor of other arguments: got %s, want a tool error", text)
	}
	writeFile(t, filepath.Join(dir, "new.ts"), "export const w = 1;\n")
	args = map[string]any{"project_path": dir, "cursor": cursor}
	if text, isError := callTool(t, s, "coderef_scan", args); !isError ||
		!strings.Contains(text, string(toolerror.ProjectChanged)) {
		t.Errorf("cursor of a changed project: got %s, want %s", text, toolerror.ProjectChanged)
	}
}

// TestCursorFailsAfterInstall checks that a cursor fails after a package is installed: no file
// of the project changes, but the results do.
func TestCursorFailsAfterInstall(t *testing.T) {
	s := connect(t, nil)
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "f.ts"), "export const f = () => 1;\n")
	writeFile(t, filepath.Join(dir, "g.ts"), "import { f } from './f';\nimport { h } from 'dep';\nf(); f(); h(); f();\n")
	args := func(cursor string) map[string]any {
		return map[string]any{"project_path": dir, "query_type": "calls-me", "target": "f.ts#f", "limit": 2, "cursor": cursor}
	}
	text, _ := callTool(t, s, "coderef_query", args(""))
	var page queryPage
	if err := json.Unmarshal([]byte(text), &page); err != nil || page.Total != 3 || page.NextCursor == "" {
		t.Fatalf("first page: got %s, want 3 results and next_cursor", text)
	}
	if text, isError := callTool(t, s, "coderef_query", args(page.NextCursor)); isError {
		t.Errorf("without a change: got %s, want the second page", text)
	}
	writeFile(t, filepath.Join(dir, "node_modules/dep/index.d.ts"), "export { f as h } from '../../f';\n")
	if text, isError := callTool(t, s, "coderef_query", args(page.NextCursor)); !isError ||
		!strings.Contains(text, string(toolerror.ProjectChanged)) {
		t.Errorf("cursor of other results: got %s, want %s", text, toolerror.ProjectChanged)
	}
}

// TestCallSendsProgressAndEndsWhenCancelled cancels a call at its first progress notification,
// and checks that the next call succeeds.
func TestCallSendsProgressAndEndsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	values := make(chan float64, 1000)
	s := connect(t, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			values <- req.Params.Progress
			cancel()
		},
	})
	dir := t.TempDir()
	for i := range 200 {
		writeFile(t, filepath.Join(dir, fmt.Sprintf("f%03d.ts", i)), fmt.Sprintf("export const v%d = () => %d;\n", i, i))
	}
	params := &mcp.CallToolParams{Name: "coderef_query", Arguments: map[string]any{
		"project_path": dir, "query_type": "calls-me", "target": "v7",
	}}
	params.SetProgressToken("token")
	if _, err := s.CallTool(ctx, params); err == nil && len(values) == 0 {
		t.Error("got neither progress nor cancellation, want one of them")
	}
	if v := <-values; v <= 0 {
		t.Errorf("got first progress value %v, want one above 0", v)
	}
	if text, isError := callTool(t, s, "coderef_query", params.Arguments.(map[string]any)); isError {
		t.Errorf("after a cancelled call: got %s, want a response", text)
	}
}

// TestCallsEndWithTheServer checks that calls end when the server stops: the SDK waits for
// handlers when it closes a session, but does not cancel them.
func TestCallsEndWithTheServer(t *testing.T) {
	serving, stop := context.WithCancel(context.Background())
	runner := &call.Runner{Serving: serving, Log: testConfig().Logger}
	untilDone := func(ctx context.Context, _ arguments.Values, _ index.Progress) (any, error) {
		stop()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	handler := toolHandler(runner, source.Roots{}, untilDone)
	req := &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Name: "coderef_scan"}}
	if res, err := handler(context.Background(), req); err == nil {
		t.Errorf("got %+v, want an error", res)
	}
}

// scanPage is the JSON of a response of coderef_scan.
type scanPage struct {
	ElementsFound int `json:"elements_found"`
	Elements      []index.Listed
	NextCursor    string `json:"next_cursor"`
}

// queryPage is the JSON of a response of coderef_query.
type queryPage struct {
	Element    facts.Element
	Total      int
	NextCursor string `json:"next_cursor"`
}
