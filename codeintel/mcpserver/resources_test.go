package mcpserver

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// projectSummary is the JSON of a summary resource.
type projectSummary struct {
	Root            string
	Files           int
	FilesByLanguage map[string]int `json:"files_by_language"`
	Elements        int
	ElementsByType  map[string]int `json:"elements_by_type"`
	Skipped         int
	SkippedByReason map[string]int `json:"skipped_by_reason"`
	Warnings        []string
	Precision       string
	Digest          string
	ElementsURI     string `json:"elements_uri"`
}

// revisions are the latest revisions of the legacy and of the modern protocol.
func revisions() []string { return []string{"2025-11-25", "2026-07-28"} }

// read reads an existing resource.
func read(t *testing.T, s *mcp.ClientSession, uri string) []*mcp.ResourceContents {
	t.Helper()
	res, err := s.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		t.Fatalf("%s: got error %v, want contents", uri, err)
	}
	for _, c := range res.Contents {
		if c.URI == "" || c.MIMEType == "" {
			t.Errorf("%s: got content %+v, want a URI and a MIME type", uri, c)
		}
	}
	return res.Contents
}

// readJSON returns the text of a resource with one JSON content.
func readJSON(t *testing.T, s *mcp.ClientSession, uri string) string {
	t.Helper()
	contents := read(t, s, uri)
	if len(contents) != 1 || contents[0].MIMEType != "application/json" || contents[0].URI != uri {
		t.Fatalf("%s: got contents %+v, want one of JSON", uri, contents)
	}
	return contents[0].Text
}

func listed(t *testing.T, s *mcp.ClientSession) []string {
	t.Helper()
	list, err := s.ListResources(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var uris []string
	for _, r := range list.Resources {
		uris = append(uris, r.URI)
		if r.Name == "" || r.Title == "" || r.Description == "" || r.MIMEType != "application/json" {
			t.Errorf("%s: got %+v, want a name, a title, a description and MIME type application/json", r.URI, r)
		}
		checkAnnotations(t, r.URI, r.Annotations)
	}
	return uris
}

func checkAnnotations(t *testing.T, uri string, a *mcp.Annotations) {
	t.Helper()
	if a == nil || len(a.Audience) != 2 || a.Priority <= 0 || a.Priority > 1 {
		t.Errorf("%s: got annotations %+v, want 2 audiences and a priority up to 1", uri, a)
	}
}

func TestListsResourceTemplates(t *testing.T) {
	s := connect(t, nil)
	if caps := s.InitializeResult().Capabilities.Resources; caps == nil || !caps.ListChanged || caps.Subscribe {
		t.Errorf("got capabilities %+v, want listChanged without subscribe", caps)
	}
	list, err := s.ListResourceTemplates(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range list.ResourceTemplates {
		got[r.URITemplate] = r.MIMEType
		if r.Name == "" || r.Title == "" || r.Description == "" {
			t.Errorf("%s: got %+v, want a name, a title and a description", r.URITemplate, r)
		}
		checkAnnotations(t, r.URITemplate, r.Annotations)
	}
	want := map[string]string{
		"coderef://summary{+project_path}":                                              "application/json",
		"coderef://elements{+project_path}{?languages,cursor,limit}":                    "application/json",
		"coderef://element{+project_path}{?target}":                                     "application/json",
		"coderef://source{+project_path}{?target}":                                      "",
		"coderef://relations{+project_path}{?target,query_type,max_depth,cursor,limit}": "application/json",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("resource templates (-want +got):\n%s", diff)
	}
}

func TestSummaryCountsContents(t *testing.T) {
	dir := sample(t)
	writeFile(t, filepath.Join(dir, "view.tsx"), "export const View = () => <p/>;\nfunction broken( {\n")
	writeFile(t, filepath.Join(dir, "latin.js"), "// caf\xe9\n")
	writeFile(t, filepath.Join(dir, "old.js"), "// caf\xe9\n")
	writeFile(t, filepath.Join(dir, "none.mts"), "// nothing is declared here\n")
	s := connect(t, nil)
	text := readJSON(t, s, "coderef://summary"+dir)
	var got projectSummary
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := projectSummary{
		Root: dir, Files: 4, FilesByLanguage: map[string]int{"ts": 3, "tsx": 1},
		Elements: 5, ElementsByType: map[string]int{"function": 4, "component": 1},
		Skipped: 2, SkippedByReason: map[string]int{"not UTF-8": 2},
		Warnings: got.Warnings, Precision: "syntactic", Digest: got.Digest, ElementsURI: "coderef://elements" + dir,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
	if len(got.Warnings) != 1 || !strings.HasPrefix(got.Warnings[0], "view.tsx:3: ") || got.Digest == "" {
		t.Errorf("got warnings %v, digest %q, want a warning about view.tsx:3 and a digest", got.Warnings, got.Digest)
	}
	writeFile(t, filepath.Join(dir, "none.mts"), "// nothing is declared there\n")
	var again projectSummary
	if err := json.Unmarshal([]byte(readJSON(t, s, "coderef://summary"+dir)), &again); err != nil ||
		again.Digest == got.Digest {
		t.Errorf("after a change of a file: got digest %q, %v, want another one", again.Digest, err)
	}
}

// TestResourcesEqualToolResponses checks that elements and relations are the responses of the
// tools for the same parameters, including cursors.
func TestResourcesEqualToolResponses(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	writeFile(t, filepath.Join(dir, "a.js"), "export function a() {}\n")
	for _, tt := range []struct {
		tool string
		args map[string]any
		uri  string
	}{
		{"coderef_scan", map[string]any{}, "coderef://elements" + dir},
		{"coderef_scan", map[string]any{"limit": 2}, "coderef://elements" + dir + "?limit=2"},
		{"coderef_scan", map[string]any{"languages": []string{"js"}}, "coderef://elements" + dir + "?languages=js"},
		{
			"coderef_scan",
			map[string]any{"languages": []string{"js", "tsx"}},
			"coderef://elements" + dir + "?languages=js,tsx&limit=",
		},
		{
			"coderef_scan",
			map[string]any{"languages": []string{"js", "tsx"}},
			"coderef://elements" + dir + "?languages=js&languages=tsx",
		},
		{
			"coderef_query",
			map[string]any{"target": "formatPrice", "query_type": "calls-me"},
			"coderef://relations" + dir + "?target=formatPrice&query_type=calls-me",
		},
		{
			"coderef_query",
			map[string]any{"target": "@Fn/src/app.ts#show", "query_type": "depends-on", "max_depth": 1, "limit": 1},
			"coderef://relations" + dir + "?max_depth=1&target=%40Fn%2Fsrc%2Fapp.ts%23show&query_type=depends-on&limit=1",
		},
	} {
		tt.args["project_path"] = dir
		want, isError := callTool(t, s, tt.tool, tt.args)
		if isError {
			t.Fatalf("the tool: got tool error %s, want a result", want)
		}
		if diff := cmp.Diff(want, readJSON(t, s, tt.uri)); diff != "" {
			t.Errorf("%s: text (-tool +resource):\n%s", tt.uri, diff)
		}
	}
}

func TestElementsResourceHasPages(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	var ids []string
	cursor := ""
	for range 4 {
		var page scanPage
		err := json.Unmarshal([]byte(readJSON(t, s, "coderef://elements"+dir+"?limit=1&cursor="+cursor)), &page)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Elements {
			ids = append(ids, e.ID)
		}
		if cursor = page.NextCursor; cursor == "" {
			break
		}
	}
	want := []string{"@Fn/src/app.ts#show", "@Fn/src/lib/money.ts#formatPrice", "@Fn/src/lib/money.ts#round"}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("ids of elements (-want +got):\n%s", diff)
	}
}

// TestListsUsedProjects checks that used projects are listed, the most recently used first,
// until they are deleted.
func TestListsUsedProjects(t *testing.T) {
	s := connect(t, nil)
	if diff := cmp.Diff([]string{"coderef://projects"}, listed(t, s)); diff != "" {
		t.Errorf("resources before a scan (-want +got):\n%s", diff)
	}
	if got := readJSON(t, s, "coderef://projects"); got != `{"projects":[]}` {
		t.Errorf("before any call: got %s, want an empty list", got)
	}
	first, second := sample(t), filepath.Join(sample(t), "my shop")
	writeFile(t, filepath.Join(second, "a.ts"), "export const a = 1;\n")
	scan := func(dir string) { callTool(t, s, "coderef_scan", map[string]any{"project_path": dir}) }
	scan(first)
	read(t, s, resourceuri.Format("summary", second, ""))
	scan(filepath.Join(first, "src", "..")) // the same project
	want := `{"projects":[{"root":"` + first + `","summary_uri":"coderef://summary` + first + `"},` +
		`{"root":"` + second + `","summary_uri":"coderef://summary` + strings.Replace(second, " ", "%20", 1) + `"}]}`
	if diff := cmp.Diff(want, readJSON(t, s, "coderef://projects")); diff != "" {
		t.Errorf("projects (-want +got):\n%s", diff)
	}
	uris := listed(t, s)
	if len(uris) != 3 {
		t.Errorf("got resources %v, want 3", uris)
	}
	for _, uri := range uris {
		readJSON(t, s, uri)
	}
	if err := os.RemoveAll(first); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"coderef://projects", resourceuri.Format("summary", second, "")},
		listed(t, s)); diff != "" {
		t.Errorf("resources after a project was deleted (-want +got):\n%s", diff)
	}
	if got := readJSON(t, s, "coderef://projects"); strings.Contains(got, first) {
		t.Errorf("got %s, want no deleted project", got)
	}
}

// TestNotifiesOfNewProjects checks that clients of both revisions are notified once of each new
// project.
func TestNotifiesOfNewProjects(t *testing.T) {
	for _, revision := range revisions() {
		t.Run(revision, func(t *testing.T) {
			changed := make(chan struct{}, 10)
			s := connectAt(t, &mcp.ClientOptions{
				ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed <- struct{}{} },
			}, revision)
			dir := sample(t)
			callTool(t, s, "coderef_scan", map[string]any{"project_path": dir})
			<-changed
			if uris := listed(t, s); len(uris) != 2 || uris[1] != "coderef://summary"+dir {
				t.Errorf("after the change: got resources %v, want 2 with the summary of %s", uris, dir)
			}
			callTool(t, s, "coderef_scan", map[string]any{"project_path": dir})
			callTool(t, s, "coderef_scan", map[string]any{"project_path": sample(t)})
			<-changed
			if uris := listed(t, s); len(uris) != 3 {
				t.Errorf("after the second change: got resources %v, want 3", uris)
			}
		})
	}
}

// TestCacheScopeIsPrivate checks that shared caches must not store resources.
func TestCacheScopeIsPrivate(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	res, err := s.ReadResource(context.Background(), &mcp.ReadResourceParams{URI: "coderef://summary" + dir})
	if err != nil || res.CacheScope != "private" || res.TTLMs != 0 {
		t.Errorf("read: got %v, %+v, want cache scope private and no TTL", err, res)
	}
	list, err := s.ListResources(context.Background(), nil)
	if err != nil || list.CacheScope != "private" {
		t.Errorf("list: got %v, %+v, want cache scope private", err, list)
	}
}

// TestReadSendsProgress checks that a read sends progress notifications with increasing values.
func TestReadSendsProgress(t *testing.T) {
	values := make(chan float64, 1000)
	s := connect(t, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
			values <- req.Params.Progress
		},
	})
	// A bare name is not an id: the scan finds no element with that id, so a query follows.
	params := &mcp.ReadResourceParams{URI: "coderef://element" + sample(t) + "?target=formatPrice"}
	params.SetProgressToken("token")
	if _, err := s.ReadResource(context.Background(), params); err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(context.Background(), nil); err != nil { // the notifications were sent before the response
		t.Fatal(err)
	}
	last := 0.0
	for v := <-values; ; v = <-values {
		if v <= last {
			t.Errorf("got progress %v after %v, want an increase", v, last)
		}
		if last = v; len(values) == 0 {
			break
		}
	}
}
