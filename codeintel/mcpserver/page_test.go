package mcpserver

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// pagedCase is a listing of two pages or more.
type pagedCase struct {
	tool, input string           // input is the input of the listing that changes
	args        map[string]any   // without project_path, limit and cursor
	others      []map[string]any // arguments of other listings
	change      func(t *testing.T, dir string)
}

// pagedFiles is a project in which the list of every tool has at least two items.
func pagedFiles() map[string]string {
	return map[string]string{
		"src/a.ts":            "// @Fn/src/none.ts#x and @Fn/src/none.ts#y\nexport async function f() { return 1; }\n",
		"src/b.ts":            "import { f } from './a';\nexport async function g() { return f(); }\n",
		"src/c.ts":            "import { f } from './a';\nexport async function h() { return f(); }\n",
		"notes.md":            "@Fn/src/none.ts#x\n@Fn/src/none.ts#y\n",
		"lcov.info":           lcovOf("1"),
		".coderef-index.json": indexOf("k"),
	}
}

func lcovOf(hits string) string {
	return "SF:src/a.ts\nDA:2," + hits + "\nend_of_record\nSF:src/b.ts\nDA:2,1\nend_of_record\n"
}

func indexOf(second string) string {
	return `[{"type":"function","name":"f","file":"src/a.ts","line":9},` +
		`{"type":"function","name":"` + second + `","file":"src/b.ts","line":2}]`
}

// rewrites returns a change that replaces a file.
func rewrites(file, text string) func(*testing.T, string) {
	return func(t *testing.T, dir string) { t.Helper(); writeFile(t, filepath.Join(dir, file), text) }
}

// TestCursorIsBoundToRequestAndState pins three results of a cursor, for each paged tool and each
// input of its listing: the next page without a change, INVALID_CURSOR with other arguments, and
// PROJECT_CHANGED after a change of the input.
func TestCursorIsBoundToRequestAndState(t *testing.T) {
	source := rewrites("src/c.ts", "import { f } from './a';\n\n"+
		"export async function h() { return f(); }\nexport async function i() { return f(); }\n")
	s := connect(t, nil)
	cases := []pagedCase{
		{
			"scan", "source", nil, []map[string]any{{"languages": []string{"ts"}}, {"use_ast": false}}, source,
		},
		{
			"query", "source",
			map[string]any{"query_type": "calls-me", "target": "f"},
			[]map[string]any{{"target": "src/a.ts"}, {"query_type": "imports-me"}, {"max_depth": 2}, {"source": "g"}},
			source,
		},
		{
			"impact", "source",
			map[string]any{"element": "f"},
			[]map[string]any{{"element": "src/a.ts"}, {"operation": "delete"}, {"max_depth": 2}},
			source,
		},
		{
			"complexity", "source",
			map[string]any{"element": "src"},
			[]map[string]any{{"element": "."}},
			source,
		},
		{
			"patterns", "source",
			map[string]any{"pattern_type": "async"},
			[]map[string]any{{"pattern_type": "all"}},
			source,
		},
		{
			"coverage", "source",
			map[string]any{"format": "summary"},
			[]map[string]any{{"format": "detailed"}},
			source,
		},
		{
			"coverage", "report",
			map[string]any{"format": "summary"},
			[]map[string]any{{"format": "detailed"}},
			rewrites("lcov.info", lcovOf("0")),
		},
		{
			"coverage", "deleted report",
			map[string]any{"format": "summary"},
			[]map[string]any{{"format": "detailed"}},
			func(t *testing.T, dir string) {
				t.Helper()
				if err := os.Remove(filepath.Join(dir, "lcov.info")); err != nil {
					t.Fatal(err)
				}
			},
		},
		{
			"validate", "source", nil, []map[string]any{{"pattern": "src/*.ts"}}, source,
		},
		{
			"validate", "file of an unknown language",
			map[string]any{"pattern": "*.md"},
			[]map[string]any{{"pattern": "**/*.md"}},
			rewrites("notes.md", "@Fn/src/none.ts#x\n@Fn/src/none.ts#z\n"),
		},
		{
			"drift", "source", nil, []map[string]any{{"index_path": "./.coderef-index.json"}}, source,
		},
		{
			"drift", "index", nil,
			[]map[string]any{{"index_path": "./.coderef-index.json"}},
			rewrites(".coderef-index.json", indexOf("l")),
		},
		{
			"drift", "another index", nil, nil,
			func(t *testing.T, dir string) {
				t.Helper()
				from, to := filepath.Join(dir, ".coderef-index.json"), filepath.Join(dir, "coderef-index.json")
				if err := os.Rename(from, to); err != nil {
					t.Fatal(err)
				}
			},
		},
		{
			"tag", "source",
			map[string]any{"dry_run": true},
			[]map[string]any{
				{"dry_run": false},
				{"force": true},
				{"verbose": true},
				{"update_lineno": true},
				{"include_private": true},
				{"lang": "ts"},
				{"exclude": "none"},
			},
			source,
		},
	}
	wantPaged(t, s, cases)
	for _, c := range cases {
		t.Run(c.tool+"/"+c.input, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range pagedFiles() {
				writeFile(t, filepath.Join(dir, name), text)
			}
			c.check(t, s, dir, dir)
		})
	}
}

// TestCLICursorIsBoundToRequestAndOutput is TestCursorIsBoundToRequestAndState with an installed
// CLI: the output of the CLI is the input of each listing.
func TestCLICursorIsBoundToRequestAndOutput(t *testing.T) {
	elements := func(names ...string) string {
		var list []map[string]any
		for i, name := range names {
			list = append(list, map[string]any{
				"type": "function", "name": name, "file": "src/a.ts", "line": i + 1, "reference": "@Fn/src/a.ts#" + name,
				"depth": 1, "complexity": map[string]int{"cyclomatic": i + 1}, "status": "missing", "error": "unknown",
			})
		}
		text, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	three, two := elements("f", "g", "h"), elements("f", "i")
	contextOf := func(list, test string) string {
		return `{"elements":` + list + `,"test_patterns":{"mock":{"files":["a.test.ts","` + test + `"],"usage":2}}}`
	}
	coverageOf := func(files string) string { return `{"overall":0.5,"by_file":{` + files + `}}` }
	impactOf := func(file string) string {
		return `{"affected_files":2,"risk_level":"LOW","ripple_effects":[` +
			`{"file":"a.ts","impact":"x"},{"file":"` + file + `","impact":"x"}]}`
	}
	validationOf := func(list string) string { return `{"valid":1,"invalid":3,"errors":` + list + `}` }
	printed := map[string][2]string{ // by command: before and after the change
		"scan": {three, two}, "query": {three, two}, "drift": {three, two},
		"context":  {contextOf(three, "b.test.ts"), contextOf(two, "c.test.ts")},
		"coverage": {coverageOf(`"a.ts":0.5,"b.ts":0`), coverageOf(`"a.ts":0.5,"b.ts":1`)},
		"impact":   {impactOf("b.ts"), impactOf("c.ts")},
		"validate": {validationOf(three), validationOf(two)},
	}
	prints := func(command string) func(*testing.T, string) { return rewrites(command, printed[command][1]) }
	bin := t.TempDir()
	s := connectTo(t, scripted(t, bin), nil, "")
	cases := []pagedCase{
		{"scan", "", nil, []map[string]any{{"languages": []string{"ts"}}, {"use_ast": false}}, prints("scan")},
		{
			"query", "",
			map[string]any{"query_type": "calls-me", "target": "x"},
			[]map[string]any{{"target": "y"}, {"query_type": "imports-me"}, {"max_depth": 2}},
			prints("query"),
		},
		{
			"impact", "",
			map[string]any{"element": "x"},
			[]map[string]any{{"element": "y"}, {"operation": "delete"}, {"max_depth": 2}},
			prints("impact"),
		},
		{"complexity", "", map[string]any{"element": "."}, []map[string]any{{"element": "src/a.ts"}}, prints("context")},
		{
			"patterns", "",
			map[string]any{"pattern_type": "test"},
			[]map[string]any{{"pattern_type": "all"}},
			prints("context"),
		},
		{"coverage", "", map[string]any{"format": "summary"}, []map[string]any{{"format": "detailed"}}, prints("coverage")},
		{"validate", "", nil, []map[string]any{{"pattern": "src/*.ts"}}, prints("validate")},
		{"drift", "", nil, []map[string]any{{"index_path": "./.coderef-index.json"}}, prints("drift")},
	}
	wantPaged(t, s, append(cases, pagedCase{tool: "tag"})) // it rejects every cursor
	for _, c := range cases {
		t.Run(c.tool, func(t *testing.T) {
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, ".coderef-index.json"), "[]")
			for command, text := range printed {
				writeFile(t, filepath.Join(bin, command), text[0])
			}
			c.check(t, s, dir, bin)
		})
	}
}

// wantPaged fails the test unless the tools of the cases are the tools that take a cursor.
func wantPaged(t *testing.T, s *mcp.ClientSession, cases []pagedCase) {
	t.Helper()
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[string]bool{}, map[string]bool{}
	for _, tool := range list.Tools {
		if properties(t, tool.InputSchema)["cursor"] {
			want[tool.Name] = true
		}
	}
	for _, c := range cases {
		got["coderef_"+c.tool] = true
	}
	if !maps.Equal(got, want) {
		t.Errorf("got cases of the tools %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
}

// check lists the project in dir before and after c.change, which it calls with changed.
func (c *pagedCase) check(t *testing.T, s *mcp.ClientSession, dir, changed string) {
	t.Helper()
	list := func(cursor string, extra map[string]any) (next string, code toolerror.Code, text string) {
		t.Helper()
		args := merged(merged(map[string]any{"project_path": dir, "limit": 1}, c.args), extra)
		if c.tool == "tag" {
			delete(args, "project_path")
			args["path"] = dir
		}
		if cursor != "" {
			args["cursor"] = cursor
		}
		text, isError := callTool(t, s, "coderef_"+c.tool, args)
		var body struct {
			NextCursor string `json:"next_cursor"`
			Error      toolerror.Error
		}
		if err := json.Unmarshal([]byte(text), &body); err != nil || isError != (body.Error.Code != "") {
			t.Fatalf("got %v: %s, want a response or a tool error", err, text)
		}
		if isError && (body.Error.Message == "" || body.Error.Hint == "") {
			t.Errorf("got %s, want a message and a hint", text)
		}
		return body.NextCursor, body.Error.Code, text
	}
	cursor, _, text := list("", nil)
	if cursor == "" {
		t.Fatalf("got no next_cursor on the first page, want one: %s", text)
	}
	otherArguments := func(when string) {
		t.Helper()
		for _, other := range c.others {
			if _, code, text := list(cursor, other); code != toolerror.InvalidCursor {
				t.Errorf("%s, with %v: got %q, want %s: %s", when, other, code, toolerror.InvalidCursor, text)
			}
		}
	}
	if _, code, text := list(cursor, nil); code != "" {
		t.Errorf("without a change: got %s, want the second page", text)
	}
	otherArguments("before the change")
	c.change(t, changed)
	if _, code, text := list(cursor, nil); code != toolerror.ProjectChanged {
		t.Errorf("after the change: got %q, want %s: %s", code, toolerror.ProjectChanged, text)
	}
	otherArguments("after the change")
	if cursor, _, text = list("", nil); cursor == "" {
		t.Fatalf("after the change, got no next_cursor on the first page, want one: %s", text)
	}
	if _, code, text := list(cursor, nil); code != "" {
		t.Errorf("a new cursor: got %s, want the second page", text)
	}
}
