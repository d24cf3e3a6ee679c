package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

func readParams(uri string) *mcp.ReadResourceParams { return &mcp.ReadResourceParams{URI: uri} }

// responseLine serves one request with id 1 after the handshake and returns its response.
func responseLine(t *testing.T, line string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(context.Background(), testConfig(), strings.NewReader(handshake+line+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(out.String()) {
		if strings.Contains(l, `"id":1,`) {
			return l
		}
	}
	t.Fatalf("got %s, want a response with id 1", out.String())
	return ""
}

// readErrorOf returns the error of a read that must fail, and its data.
func readErrorOf(t *testing.T, s *mcp.ClientSession, uri string) (*jsonrpc.Error, map[string]any) {
	t.Helper()
	res, err := s.ReadResource(context.Background(), readParams(uri))
	var e *jsonrpc.Error
	if !errors.As(err, &e) {
		t.Fatalf("%s: got %v, %+v, want a protocol error", uri, err, res)
	}
	var data map[string]any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		t.Fatalf("%s: got data %s, error %v, want a JSON object", uri, e.Data, err)
	}
	return e, data
}

func TestReadErrorsHaveCodes(t *testing.T) {
	dir := sample(t)
	writeFile(t, filepath.Join(dir, "other.ts"), "export const round = 1;\n")
	writeFile(t, filepath.Join(dir, "latin.ts"), "// caf\xe9\n")
	for _, revision := range revisions() {
		s := connectAt(t, nil, revision)
		notFound := int64(-32602)
		if revision < "2026" {
			notFound = -32002
		}
		for _, tt := range []struct {
			name, uri string
			code      int64
			reason    toolerror.Code
			mentions  string // in the message, which is all that many clients show
		}{
			{"other scheme", "file:///etc/hosts", notFound, toolerror.ResourceNotFound, "resources/templates/list"},
			{"no URI", "", notFound, toolerror.ResourceNotFound, ""},
			{"not a URI", "::", notFound, toolerror.ResourceNotFound, ""},
			{"unknown kind", "coderef://nothing" + dir, notFound, toolerror.ResourceNotFound, ""},
			{"below a resource", "coderef://projects/1", notFound, toolerror.ResourceNotFound, ""},
			{"with a port", "coderef://summary:80" + dir, notFound, toolerror.ResourceNotFound, ""},
			{"with a user", "coderef://me@summary" + dir, notFound, toolerror.ResourceNotFound, ""},
			{"no such project", "coderef://summary/no/such", notFound, toolerror.ProjectNotFound, "/no/such"},
			{
				"project is a file", "coderef://elements" + dir + "/other.ts", notFound, toolerror.ProjectNotFound,
				"not a directory",
			},
			{
				"unknown element", "coderef://element" + dir + "?target=shwo", notFound, toolerror.ElementNotFound,
				"@Fn/src/app.ts#show",
			},
			{
				"unknown source", "coderef://source" + dir + "?target=@Fn/src/app.ts%23nothing", notFound,
				toolerror.ElementNotFound, "",
			},
			{
				"unknown relation", "coderef://relations" + dir + "?query_type=calls&target=nothing", notFound,
				toolerror.ElementNotFound, "",
			},
			{"not text", "coderef://source" + dir + "?target=latin.ts", notFound, toolerror.ElementNotFound, "not UTF-8"},
			{"ambiguous", "coderef://element" + dir + "?target=round", -32602, toolerror.ElementAmbiguous, "@V/other.ts#round"},
			{"no project", "coderef://summary", -32602, toolerror.InvalidInput, "project_path is required"},
			{"no target", "coderef://element" + dir, -32602, toolerror.InvalidInput, "target is required"},
			{"empty target", "coderef://source" + dir + "?target=", -32602, toolerror.InvalidInput, "target is required"},
			{"malformed target", "coderef://source" + dir + "?target=@@", -32602, toolerror.InvalidInput, ""},
			{"fragment", "coderef://source" + dir + "?target=src/app.ts#show", -32602, toolerror.InvalidInput, "%23"},
			{"raw ampersand", "coderef://source" + dir + "?target=a&b.ts", -32602, toolerror.InvalidInput, "%26"},
			{
				"unknown parameter", "coderef://elements" + dir + "?limt=5", -32602, toolerror.InvalidInput,
				"languages, cursor, limit",
			},
			{
				"parameters of a kind without any", "coderef://summary" + dir + "?limit=5", -32602, toolerror.InvalidInput,
				"no parameters",
			},
			{
				"parameter given twice", "coderef://source" + dir + "?target=a&target=b", -32602, toolerror.InvalidInput,
				"2 times",
			},
			{
				"limit is not a number", "coderef://elements" + dir + "?limit=ten", -32602, toolerror.InvalidInput,
				"limit must be an integer",
			},
			{
				"limit is null", "coderef://elements" + dir + "?limit=null", -32602, toolerror.InvalidInput,
				"limit must be an integer",
			},
			{"limit too large", "coderef://elements" + dir + "?limit=100000", -32602, toolerror.InvalidInput, "10000"},
			{"unknown language", "coderef://elements" + dir + "?languages=cobol", -32602, toolerror.InvalidInput, "cobol"},
			{"bad cursor", "coderef://elements" + dir + "?cursor=AAAA", -32602, toolerror.InvalidCursor, "first page"},
			{"no query type", "coderef://relations" + dir + "?target=show", -32602, toolerror.InvalidInput, "calls-me"},
			{
				"too deep", "coderef://relations" + dir + "?target=show&query_type=calls&max_depth=11", -32602,
				toolerror.InvalidInput, "max_depth",
			},
			{"path is not UTF-8", "coderef://summary/%FF", -32602, toolerror.InvalidInput, "UTF-8"},
			{"parameter is not UTF-8", "coderef://source" + dir + "?target=%FF", -32602, toolerror.InvalidInput, "UTF-8"},
			{"NUL in path", "coderef://summary/a%00b", -32602, toolerror.InvalidInput, "NUL"},
			{"too long", "coderef://summary/" + strings.Repeat("x", 32<<10), -32602, toolerror.InvalidInput, "longer"},
		} {
			t.Run(revision+"/"+tt.name, func(t *testing.T) {
				e, data := readErrorOf(t, s, tt.uri)
				if e.Code != tt.code || data["code"] != string(tt.reason) || e.Message == "" {
					t.Errorf("got %d %s %s, want %d %s", e.Code, e.Message, e.Data, tt.code, tt.reason)
				}
				if !strings.Contains(e.Message, tt.mentions) {
					t.Errorf("got message %s (data %s), want %q in it", e.Message, e.Data, tt.mentions)
				}
				uri, has := data["uri"]
				missing := []toolerror.Code{toolerror.ResourceNotFound, toolerror.ProjectNotFound, toolerror.ElementNotFound}
				if has != slices.Contains(missing, tt.reason) || has && uri != tt.uri {
					t.Errorf("got uri %v in data, want it for missing resources only", data["uri"])
				}
			})
		}
	}
}

// TestReadWithoutURIIsError checks that a request without a URI is an error that does not end the
// session.
func TestReadWithoutURIIsError(t *testing.T) {
	for _, params := range []string{`,"params":null`, ``, `,"params":{"uri":5}`, `,"params":[]`} {
		if out := responseLine(t, `{"jsonrpc":"2.0","id":1,"method":"resources/read"`+params+`}`); !strings.Contains(out,
			`"code":-32602`) && !strings.Contains(out, `"code":-32600`) {
			t.Errorf("%s: got %s, want code -32602 or -32600", params, out)
		}
	}
}
