package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata")

// TestGolden calls the tools with the projects in testdata/tools/<tool>. Each project is an
// archive <language>-<topic>.txtar; its comment describes the case. The file "ask" has
// one command per line:
//
//	{"element": "f"}   calls the tool; project_path is added unless path is given
//	scan {"limit": 1}  calls another tool
//	cat a/b.ts         prints a file, which a tool may have written
//
// The file "want" has the output: responses as JSON with a line for each property and list
// item, tool errors after "refused:". <project> is the folder of the project, <cursor> the
// cursor of the previous response, <time> any time. Responses must match the output schema
// of the tool and have no undocumented properties.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("../testdata/tools/*/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives, error %v, want some", len(archives), err)
	}
	for _, name := range archives {
		tool := filepath.Base(filepath.Dir(name))
		t.Run(tool+"/"+strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			g := newGolden(t, tool, archive)
			var got strings.Builder
			for line := range strings.Lines(g.ask) {
				line = strings.TrimSpace(line)
				fmt.Fprintf(&got, "# %s\n%s", line, g.do(line))
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

// golden is a project that tools are called with.
type golden struct {
	t                    *testing.T
	session              *mcp.ClientSession
	schemas              map[string]*jsonschema.Resolved // of responses, by tool
	dir, tool, ask, want string
	cursor               string // of the last response
}

func newGolden(t *testing.T, tool string, archive *txtar.Archive) *golden {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	g := &golden{t: t, session: connect(t, nil), dir: dir, tool: tool}
	g.schemas = outputSchemas(t, g.session)
	for _, f := range archive.Files {
		switch f.Name {
		case "ask":
			g.ask = string(f.Data)
		case "want":
			g.want = string(f.Data)
		default:
			writeFile(t, filepath.Join(dir, f.Name), string(f.Data))
		}
	}
	return g
}

// do runs a command and returns its output, with a line end.
func (g *golden) do(line string) string {
	g.t.Helper()
	if file, ok := strings.CutPrefix(line, "cat "); ok {
		text, err := os.ReadFile(filepath.Join(g.dir, file))
		if err != nil {
			return "no such file\n"
		}
		return g.hide(string(text))
	}
	tool := g.tool
	if word, rest, ok := strings.Cut(line, " "); ok && !strings.HasPrefix(line, "{") {
		tool, line = word, rest
	}
	args := map[string]any{}
	line = strings.ReplaceAll(strings.ReplaceAll(line, "<project>", g.dir), "<cursor>", g.cursor)
	if err := json.Unmarshal([]byte(line), &args); err != nil {
		g.t.Fatalf("%s: got error %v, want a JSON object", line, err)
	}
	if args["path"] == nil && args["project_path"] == nil {
		args["project_path"] = g.dir
	}
	text, isError := callTool(g.t, g.session, "coderef_"+tool, args)
	if isError {
		return "refused: " + g.hide(text) + "\n"
	}
	var page struct {
		NextCursor string `json:"next_cursor"`
	}
	var response any
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		g.t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &response); err != nil {
		g.t.Fatal(err)
	}
	if err := g.schemas["coderef_"+tool].Validate(response); err != nil {
		g.t.Errorf("%s: got %v, want a response that matches the output schema", tool, err)
	}
	g.cursor = page.NextCursor
	return g.hide(spread(g.t, text))
}

// hide replaces text that differs between runs.
func (g *golden) hide(text string) string {
	if g.cursor != "" {
		text = strings.ReplaceAll(text, g.cursor, "<cursor>")
	}
	text = plainSubject.ReplaceAllString(text, "")
	text = fingerprint.ReplaceAllString(text, `"index_fingerprint":"<fingerprint>"`)
	text = timestamp.ReplaceAllString(text, "<time>")
	return strings.ReplaceAll(text, g.dir, "<project>")
}

// plainSubject matches the subject of a project without repository from which no file was left out.
// TestSubject covers the others.
var plainSubject = regexp.MustCompile(`subject: \{("index_fingerprint":"[0-9a-f]{32}","files_left_out":\{"total":0\})?\}\n`)

// fingerprint matches the fingerprint of an index, which depends on all files of the project.
var fingerprint = regexp.MustCompile(`"index_fingerprint":"[0-9a-f]{32}"`)

// timestamp matches a time in UTC as in responses.
var timestamp = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`)

// spread returns a JSON object with a line for each property, and for each item of a
// property that is a list of objects.
func spread(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	dec := json.NewDecoder(strings.NewReader(text))
	next := func() json.Token {
		token, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	next() // {
	for dec.More() {
		var value json.RawMessage
		key := next()
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
		var items []json.RawMessage
		if !bytes.HasPrefix(value, []byte("[{")) {
			fmt.Fprintf(&out, "%s: %s\n", key, value)
			continue
		}
		if err := json.Unmarshal(value, &items); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s:\n", key)
		for _, item := range items {
			fmt.Fprintf(&out, "  %s\n", item)
		}
	}
	return out.String()
}

// outputSchemas returns the output schemas by tool. They are strict: objects have no
// undocumented properties.
func outputSchemas(t *testing.T, s *mcp.ClientSession) map[string]*jsonschema.Resolved {
	t.Helper()
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	schemas := map[string]*jsonschema.Resolved{}
	for _, tool := range list.Tools {
		tighten(tool.OutputSchema)
		text, err := json.Marshal(tool.OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema jsonschema.Schema
		if err := json.Unmarshal(text, &schema); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		if schemas[tool.Name], err = schema.Resolve(nil); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
	}
	return schemas
}

func tighten(schema any) {
	switch schema := schema.(type) {
	case map[string]any:
		if _, known := schema["additionalProperties"]; !known && schema["type"] == "object" && schema["properties"] != nil {
			schema["additionalProperties"] = false
		}
		for _, part := range schema {
			tighten(part)
		}
	case []any:
		for _, part := range schema {
			tighten(part)
		}
	}
}

func rewrite(t *testing.T, name string, archive *txtar.Archive, want string) {
	t.Helper()
	for i := range archive.Files {
		if archive.Files[i].Name == "want" {
			archive.Files = append(archive.Files[:i], archive.Files[i+1:]...)
			break
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: "want", Data: []byte(want)})
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}
