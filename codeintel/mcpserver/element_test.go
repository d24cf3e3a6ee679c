package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
	"github.com/coderef-system/coderefd/codeintel/source"
)

func TestElementHasSource(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	uri := "coderef://element" + dir + "?target=%40Fn%2Fsrc%2Flib%2Fmoney.ts%23formatPrice"
	sourceURI := "coderef://source" + dir + "?target=%40Fn%2Fsrc%2Flib%2Fmoney.ts%23formatPrice"
	contents := read(t, s, uri)
	if len(contents) != 2 {
		t.Fatalf("got %d contents, want 2", len(contents))
	}
	element, text := contents[0], contents[1]
	want := `{"id":"@Fn/src/lib/money.ts#formatPrice","type":"function","name":"formatPrice","file":"src/lib/money.ts",` +
		`"line":2,"end_line":4,"exported":true,"project":"` + dir + `","language":"ts","source_uri":"` + sourceURI + `"}`
	if diff := cmp.Diff(want, element.Text); diff != "" || element.URI != uri || element.MIMEType != "application/json" {
		t.Errorf("got element %s, %s, want %s, application/json; text (-want +got):\n%s",
			element.URI, element.MIMEType, uri, diff)
	}
	want = "export function formatPrice(n: number): string {\n  return round(n).toFixed(2);\n}\n"
	if text.Text != want || text.URI != sourceURI || text.MIMEType != "text/typescript" {
		t.Errorf("got source %+v, want %q", text, want)
	}
	alone := read(t, s, sourceURI)
	if diff := cmp.Diff(text, alone[0]); diff != "" || len(alone) != 1 {
		t.Errorf("got %d contents, want 1; source (-element +source):\n%s", len(alone), diff)
	}
}

// TestReadTargets checks that resource reads accept every form of target that coderef_query
// accepts, in every unambiguous URI encoding.
func TestReadTargets(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	writeFile(t, filepath.Join(dir, "routes/+page a&b.tsx"), "export const Page = () => <p/>;\n")
	writeFile(t, filepath.Join(dir, "routes/é.js"), "export function é() {}\r\n\r\nclass C {\r\n  m() {\r\n  }\r\n}\r\n")
	writeFile(t, filepath.Join(dir, "cmd/main.go"), "package main\n\nfunc Run() {\n}\n")
	page, money := "export const Page = () => <p/>;\n", "export const round = (n: number) => Math.round(n);\n"
	for _, tt := range []struct{ query, mimeType, want string }{
		{"target=@Fn/src/lib/money.ts%23round", "text/typescript", money},
		{"target=src/lib/money.ts%23round", "text/typescript", money},
		{"target=round", "text/typescript", money},
		{"&target=round&", "text/typescript", money},
		{"target=@C/routes/%252Bpage%2520a%2526b.tsx%23Page", "text/typescript-jsx", page},
		{"target=@C/routes/%2Bpage%20a%26b.tsx%23Page", "text/typescript-jsx", page},
		{"target=routes/+page a%26b.tsx%23Page", "text/typescript-jsx", page},
		{"target=routes/%2Bpage%20a%26b", "text/typescript-jsx", page},
		{"target=routes/é.js%23é", "text/javascript", "export function é() {}\r\n"},
		{"target=cmd/main.go%23Run", "text/x-go", "func Run() {\n}\n"},
		{"target=C.m", "text/javascript", "  m() {\r\n  }\r\n"},
		{"target=C%23m", "text/javascript", "  m() {\r\n  }\r\n"},
		{"target=@File/src/app.ts", "text/typescript", "import { formatPrice } from './lib/money';\n" +
			"export function show() {\n  return formatPrice(1) + formatPrice(2);\n}\n"},
	} {
		contents := read(t, s, "coderef://source"+dir+"?"+tt.query)
		if len(contents) != 1 || contents[0].Text != tt.want || contents[0].MIMEType != tt.mimeType {
			t.Errorf("%s: got %s %q, want %s %q", tt.query, contents[0].MIMEType, contents[0].Text, tt.mimeType, tt.want)
		}
	}
}

// TestElementEqualsElements checks every element of a project: coderef://element returns the
// properties that coderef://elements returns, and the lines of the element as its source.
func TestElementEqualsElements(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	writeFile(t, filepath.Join(dir, "same.ts"), "\uFEFFfunction f() {}\nnamespace N { export function f() {}\n}\n"+
		"let f2 = 1, f3 = 2; class f4 { 'a b' = () => 1 }\nvar f = 1;\nvar f = 2")
	var all scanPage
	if err := json.Unmarshal([]byte(readJSON(t, s, "coderef://elements"+dir)), &all); err != nil ||
		len(all.Elements) < 10 {
		t.Fatalf("got error %v, %d elements, want at least 10", err, len(all.Elements))
	}
	for _, e := range all.Elements {
		contents := read(t, s, resourceuri.Format("element", dir, e.ID))
		var element facts.Element
		if err := json.Unmarshal([]byte(contents[0].Text), &element); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(e.Element, element); diff != "" {
			t.Errorf("element (-query +resource):\n%s", diff)
		}
		text, reason := source.Roots{}.ReadText(filepath.Join(dir, e.File), source.MaxFileBytes)
		if reason != "" {
			t.Fatalf("Read(%s): got %s, want the text", e.File, reason)
		}
		lines := slices.Collect(strings.Lines(text))[e.Line-1 : e.EndLine]
		if diff := cmp.Diff(strings.Join(lines, ""), contents[1].Text); diff != "" {
			t.Errorf("%s: source (-want +got):\n%s", e.ID, diff)
		}
	}
}

// TestFileElementEqualsQuery checks that coderef://element returns the same properties of a file as
// coderef_query.
func TestFileElementEqualsQuery(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	for name, text := range map[string]string{
		"a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;", "a.go": "package a\n\nvar A = 1\n",
		"b.go": "package a",
	} {
		writeFile(t, filepath.Join(dir, name), text)
		args := map[string]any{"project_path": dir, "query_type": "imports", "target": "@File/" + name}
		response, isError := callTool(t, s, "coderef_query", args)
		var query queryPage
		if err := json.Unmarshal([]byte(response), &query); err != nil || isError {
			t.Fatalf("%s: got %s, want a response", name, response)
		}
		contents := read(t, s, resourceuri.Format("element", dir, "@File/"+name))
		var element facts.Element
		if err := json.Unmarshal([]byte(contents[0].Text), &element); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(query.Element, element); diff != "" || contents[1].Text != text {
			t.Errorf("%s: got text %q, want %q (element: -query +resource)\n%s", name, contents[1].Text, text, diff)
		}
	}
}

// TestSourceIsCurrent checks that reads show the current text after each of several edits.
func TestSourceIsCurrent(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	file := filepath.Join(dir, "src/lib/money.ts")
	uri := "coderef://element" + dir + "?target=@Fn/src/lib/money.ts%23round"
	for i := range 5 {
		text := fmt.Sprintf("%sexport function round() { return %d; }\n", strings.Repeat("// more\n", i), i)
		writeFile(t, file, text)
		contents := read(t, s, uri)
		line := fmt.Sprintf(`"line":%d,"end_line":%d,`, i+1, i+1)
		if want := fmt.Sprintf("export function round() { return %d; }\n", i); contents[1].Text != want ||
			!strings.Contains(contents[0].Text, line) {
			t.Errorf("after edit %d: got %s\n%s, want %s\n%s", i, contents[0].Text, contents[1].Text, line, want)
		}
	}
	writeFile(t, file, "export const other = 1;\n")
	if _, err := s.ReadResource(context.Background(), readParams(uri)); err == nil {
		t.Error("a deleted element: got a source, want an error")
	}
}

// TestEmptyFileHasEmptyBlob checks that reading an empty file returns an empty blob. MCP requires a text
// or a blob in each content.
func TestEmptyFileHasEmptyBlob(t *testing.T) {
	dir := sample(t)
	writeFile(t, filepath.Join(dir, "empty.ts"), "")
	out := responseLine(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"resources/read",`+
		`"params":{"uri":"coderef://source%s?target=empty.ts"}}`, dir))
	if !strings.Contains(out, `"mimeType":"text/typescript","blob":""`) {
		t.Errorf("got %s, want an empty blob", out)
	}
}
