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

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
	"github.com/coderef-system/coderefd/codeintel/source"
)

func TestElement(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	uri := "coderef://element" + dir + "?target=%40Fn%2Fsrc%2Flib%2Fmoney.ts%23formatPrice"
	sourceURI := "coderef://source" + dir + "?target=%40Fn%2Fsrc%2Flib%2Fmoney.ts%23formatPrice"
	contents := read(t, s, uri)
	if len(contents) != 2 {
		t.Fatalf("%d contents", len(contents))
	}
	about, text := contents[0], contents[1]
	want := `{"id":"@Fn/src/lib/money.ts#formatPrice","type":"function","name":"formatPrice","file":"src/lib/money.ts",` +
		`"line":2,"end_line":4,"exported":true,"project":"` + dir + `","language":"ts","source_uri":"` + sourceURI + `"}`
	if diff := cmp.Diff(want, about.Text); diff != "" || about.URI != uri || about.MIMEType != "application/json" {
		t.Errorf("%s, %s: %s", about.URI, about.MIMEType, diff)
	}
	want = "export function formatPrice(n: number): string {\n  return round(n).toFixed(2);\n}\n"
	if text.Text != want || text.URI != sourceURI || text.MIMEType != "text/typescript" {
		t.Errorf("source: %+v", text)
	}
	alone := read(t, s, sourceURI)
	if diff := cmp.Diff(text, alone[0]); diff != "" || len(alone) != 1 {
		t.Errorf("source alone: %s", diff)
	}
}

// TestTargets: whatever names an element to coderef_query does so here, and
// encodings that leave one reading only are understood.
func TestTargets(t *testing.T) {
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
		{"target=@File/src/app.ts", "text/typescript", "import { formatPrice } from './lib/money';\nexport function show() {\n  return formatPrice(1) + formatPrice(2);\n}\n"},
	} {
		contents := read(t, s, "coderef://source"+dir+"?"+tt.query)
		if len(contents) != 1 || contents[0].Text != tt.want || contents[0].MIMEType != tt.mimeType {
			t.Errorf("%s: %s %q", tt.query, contents[0].MIMEType, contents[0].Text)
		}
	}
}

// TestElementsAgree: for every element of a project, element tells the same as
// elements, and the source begins and ends where it says.
func TestElementsAgree(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	writeFile(t, filepath.Join(dir, "same.ts"), "\uFEFFfunction f() {}\nnamespace N { export function f() {}\n}\nlet f2 = 1, f3 = 2; class f4 { 'a b' = () => 1 }\nvar f = 1;\nvar f = 2")
	var all scanAnswer
	if err := json.Unmarshal([]byte(readJSON(t, s, "coderef://elements"+dir)), &all); err != nil || len(all.Elements) < 10 {
		t.Fatalf("%v, %+v", err, all)
	}
	for _, e := range all.Elements {
		contents := read(t, s, resourceuri.Format("element", dir, e.ID))
		var about elementAnswer
		if err := json.Unmarshal([]byte(contents[0].Text), &about); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(e.Element, about.Element); diff != "" {
			t.Error(diff)
		}
		text, reason := source.Read(filepath.Join(dir, e.File))
		if reason != "" {
			t.Fatal(reason)
		}
		lines := slices.Collect(strings.Lines(text))[e.Line-1 : e.EndLine]
		if diff := cmp.Diff(strings.Join(lines, ""), contents[1].Text); diff != "" {
			t.Errorf("%s: %s", e.ID, diff)
		}
	}
}

// TestFileElements: a file is the same element as in coderef_query.
func TestFileElements(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	for name, text := range map[string]string{
		"a.ts": "export const a = 1;\n", "b.ts": "export const b = 1;", "a.go": "package a\n\nvar A = 1\n", "b.go": "package a",
	} {
		writeFile(t, filepath.Join(dir, name), text)
		args := map[string]any{"project_path": dir, "query_type": "imports", "target": "@File/" + name}
		answer, isError := call(t, s, "coderef_query", args)
		var query queryAnswer
		if err := json.Unmarshal([]byte(answer), &query); err != nil || isError {
			t.Fatal(answer)
		}
		contents := read(t, s, resourceuri.Format("element", dir, "@File/"+name))
		var about elementAnswer
		if err := json.Unmarshal([]byte(contents[0].Text), &about); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(query.Element, about.Element); diff != "" || contents[1].Text != text {
			t.Errorf("%s: %q: %s", name, contents[1].Text, diff)
		}
	}
}

// TestSourceIsFresh edits files between reads.
func TestSourceIsFresh(t *testing.T) {
	s, dir := connect(t, nil), sample(t)
	file := filepath.Join(dir, "src/lib/money.ts")
	uri := "coderef://element" + dir + "?target=@Fn/src/lib/money.ts%23round"
	for i := range 5 {
		text := fmt.Sprintf("%sexport function round() { return %d; }\n", strings.Repeat("// more\n", i), i)
		writeFile(t, file, text)
		contents := read(t, s, uri)
		line := fmt.Sprintf(`"line":%d,"end_line":%d,`, i+1, i+1)
		if want := fmt.Sprintf("export function round() { return %d; }\n", i); contents[1].Text != want || !strings.Contains(contents[0].Text, line) {
			t.Errorf("after edit %d: %s\n%s", i, contents[0].Text, contents[1].Text)
		}
	}
	writeFile(t, file, "export const other = 1;\n")
	if _, err := s.ReadResource(context.Background(), readParams(uri)); err == nil {
		t.Error("an element that is gone has a source")
	}
}

// TestEditWhileReading changes a file between the look at the project and the
// look at the text: lines and text are of one state all the same.
func TestEditWhileReading(t *testing.T) {
	dir := sample(t)
	file := filepath.Join(dir, "src/lib/money.ts")
	shared := &tools{
		serving: context.Background(), store: index.NewStore(index.Options{}), log: testConfig().Logger,
		known: &projects{publish: func(string) {}, retract: func(string) {}},
	}
	args := arguments{"project_path": quoted(dir), "target": quoted("@Fn/src/lib/money.ts#round")}
	states := []string{
		"\n\n\nexport function round() {\n  return 1;\n}\n",                      // moved
		"export const other = 1;\n",                                              // gone
		"export function round(\n",                                               // broken
		"// price helpers\n\nexport const other = 2; export function round() {}", // on a shared line, at the end
	}
	for _, state := range states {
		writeFile(t, file, "export const round = () => 1;\n")
		reads := 0
		_, e, text, err := shared.elementText(context.Background(), args, func(path string) (string, string) {
			reads++
			if reads == 1 {
				writeFile(t, file, state)
			}
			return source.Read(path)
		}, nil)
		if strings.Contains(state, "round") {
			lines := slices.Collect(strings.Lines(state))
			if err != nil || text == "" || text != strings.Join(lines[e.Line-1:e.EndLine], "") || !strings.Contains(text, "round") {
				t.Errorf("%q: %+v, %q, %v", state, e, text, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), string(codeElementNotFound)) {
			t.Errorf("%q: %+v, %q, %v", state, e, text, err)
		}
	}
	// A file that is never there when it is looked at ends the attempts.
	writeFile(t, file, "export const round = () => 1;\n")
	reads := 0
	_, _, _, err := shared.elementText(context.Background(), args, func(string) (string, string) {
		reads++
		return "", source.ReasonUnreadable
	}, nil)
	if err == nil || !strings.Contains(err.Error(), "unreadable") || reads != maxReadings {
		t.Errorf("unreadable: %v after %d reads", err, reads)
	}
}

// TestEmptySource: a content must have a text or a blob, be it empty.
func TestEmptySource(t *testing.T) {
	dir := sample(t)
	writeFile(t, filepath.Join(dir, "empty.ts"), "")
	out := answer(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"coderef://source%s?target=empty.ts"}}`, dir))
	if !strings.Contains(out, `"mimeType":"text/typescript","blob":""`) {
		t.Errorf("no empty content: %s", out)
	}
}

func TestLineStarts(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		want       []int
	}{
		{"a.ts", "", []int{0}},
		{"a.ts", "a\nb\n", []int{0, 2, 4}},
		{"a.js", "a\r\nb\rc\n\rd\r", []int{0, 3, 5, 7, 8, 10}},
		{"a.tsx", "é\u2028b\u2029", []int{0, 5, 9}},
		{"a.go", "a\r\nb\rc\u2028\nd\n", []int{0, 3, 10}},
		{"a.go", "", []int{0}},
	} {
		if diff := cmp.Diff(tt.want, lineStarts(tt.file, tt.text)); diff != "" {
			t.Errorf("%s %q: %s", tt.file, tt.text, diff)
		}
	}
	// The outline counts the same.
	text := "let a;\rlet b;\r\nlet c;\u2028let d;\u2029let e;\nlet f; `\u0085\v\f`;let g"
	decls, err := outline("a.ts", text)
	if err != nil || len(decls) != 7 {
		t.Fatalf("%v, %v", decls, err)
	}
	starts := lineStarts("a.ts", text)
	for _, d := range decls {
		if line := text[starts[d.Line-1]:]; !strings.HasPrefix(line, "let "+d.Name) && d.Name != "g" {
			t.Errorf("%s stands on line %d: %q", d.Name, d.Line, line)
		}
	}
	if e := decls[6]; e.Line != len(starts) {
		t.Errorf("%s stands on line %d of %d", e.Name, e.Line, len(starts))
	}
}
