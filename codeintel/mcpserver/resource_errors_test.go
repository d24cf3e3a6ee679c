package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func readParams(uri string) *mcp.ReadResourceParams { return &mcp.ReadResourceParams{URI: uri} }

// answer serves one line after the handshake and returns the line that answers it.
func answer(t *testing.T, line string) string {
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
	t.Fatalf("no answer: %s", out.String())
	return ""
}

// readErrorOf reads what must not be there.
func readErrorOf(t *testing.T, s *mcp.ClientSession, uri string) (*jsonrpc.Error, map[string]any) {
	t.Helper()
	res, err := s.ReadResource(context.Background(), readParams(uri))
	var e *jsonrpc.Error
	if !errors.As(err, &e) {
		t.Fatalf("%s: no protocol error: %v, %+v", uri, err, res)
	}
	var data map[string]any
	if err := json.Unmarshal(e.Data, &data); err != nil {
		t.Fatalf("%s: data %s: %v", uri, e.Data, err)
	}
	return e, data
}

func TestReadErrors(t *testing.T) {
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
			reason    errorCode
			mentions  string // by the message, which is all that many clients show
		}{
			{"other scheme", "file:///etc/hosts", notFound, codeResourceNotFound, "resources/templates/list"},
			{"no URI", "", notFound, codeResourceNotFound, ""},
			{"not a URI", "::", notFound, codeResourceNotFound, ""},
			{"unknown kind", "coderef://nothing" + dir, notFound, codeResourceNotFound, ""},
			{"below a resource", "coderef://projects/1", notFound, codeResourceNotFound, ""},
			{"with a port", "coderef://summary:80" + dir, notFound, codeResourceNotFound, ""},
			{"with a user", "coderef://me@summary" + dir, notFound, codeResourceNotFound, ""},
			{"no such project", "coderef://summary/no/such", notFound, codeProjectNotFound, "/no/such"},
			{"project is a file", "coderef://elements" + dir + "/other.ts", notFound, codeProjectNotFound, "not a directory"},
			{"unknown element", "coderef://element" + dir + "?target=shwo", notFound, codeElementNotFound, "@Fn/src/app.ts#show"},
			{"unknown source", "coderef://source" + dir + "?target=@Fn/src/app.ts%23nothing", notFound, codeElementNotFound, ""},
			{"unknown relation", "coderef://relations" + dir + "?query_type=calls&target=nothing", notFound, codeElementNotFound, ""},
			{"no text", "coderef://source" + dir + "?target=latin.ts", notFound, codeElementNotFound, "not UTF-8"},
			{"ambiguous", "coderef://element" + dir + "?target=round", -32602, codeElementAmbiguous, "@V/other.ts#round"},
			{"no project", "coderef://summary", -32602, codeInvalidInput, "project_path is required"},
			{"no target", "coderef://element" + dir, -32602, codeInvalidInput, "target is required"},
			{"empty target", "coderef://source" + dir + "?target=", -32602, codeInvalidInput, "target is required"},
			{"malformed target", "coderef://source" + dir + "?target=@@", -32602, codeInvalidInput, ""},
			{"fragment", "coderef://source" + dir + "?target=src/app.ts#show", -32602, codeInvalidInput, "%23"},
			{"raw ampersand", "coderef://source" + dir + "?target=a&b.ts", -32602, codeInvalidInput, "%26"},
			{"unknown parameter", "coderef://elements" + dir + "?limt=5", -32602, codeInvalidInput, "languages, cursor, limit"},
			{"parameters where none are", "coderef://summary" + dir + "?limit=5", -32602, codeInvalidInput, "no parameters"},
			{"parameter given twice", "coderef://source" + dir + "?target=a&target=b", -32602, codeInvalidInput, "2 times"},
			{"limit is no number", "coderef://elements" + dir + "?limit=ten", -32602, codeInvalidInput, "limit must be an integer"},
			{"limit is null", "coderef://elements" + dir + "?limit=null", -32602, codeInvalidInput, "limit must be an integer"},
			{"limit too large", "coderef://elements" + dir + "?limit=100000", -32602, codeInvalidInput, "10000"},
			{"unknown language", "coderef://elements" + dir + "?languages=cobol", -32602, codeInvalidInput, "cobol"},
			{"bad cursor", "coderef://elements" + dir + "?cursor=AAAA", -32602, codeInvalidCursor, "first page"},
			{"no query type", "coderef://relations" + dir + "?target=show", -32602, codeInvalidInput, "calls-me"},
			{"too deep", "coderef://relations" + dir + "?target=show&query_type=calls&max_depth=11", -32602, codeInvalidInput, "max_depth"},
			{"path is not UTF-8", "coderef://summary/%FF", -32602, codeInvalidInput, "UTF-8"},
			{"parameter is not UTF-8", "coderef://source" + dir + "?target=%FF", -32602, codeInvalidInput, "UTF-8"},
			{"NUL in path", "coderef://summary/a%00b", -32602, codeInvalidInput, "NUL"},
			{"too long", "coderef://summary/" + strings.Repeat("x", maxURIBytes), -32602, codeInvalidInput, "longer"},
		} {
			t.Run(revision+"/"+tt.name, func(t *testing.T) {
				e, data := readErrorOf(t, s, tt.uri)
				if e.Code != tt.code || data["code"] != string(tt.reason) || e.Message == "" {
					t.Errorf("got %d %s %s, want %d %s", e.Code, e.Message, e.Data, tt.code, tt.reason)
				}
				if !strings.Contains(e.Message, tt.mentions) {
					t.Errorf("no word of %q: %s %s", tt.mentions, e.Message, e.Data)
				}
				uri, has := data["uri"]
				missing := []errorCode{codeResourceNotFound, codeProjectNotFound, codeElementNotFound}
				if has != slices.Contains(missing, tt.reason) || has && uri != tt.uri {
					t.Errorf("uri in data: %v", data["uri"])
				}
			})
		}
	}
}

// TestReadFailures: reads end with the server, and a panic in one is its own
// failure.
func TestReadFailures(t *testing.T) {
	serving, leave := context.WithCancel(context.Background())
	shared := &tools{serving: serving, log: testConfig().Logger}
	read := func(work func(context.Context) error) error {
		next := func(ctx context.Context, _ string, _ mcp.Request) (mcp.Result, error) {
			return nil, shared.run(ctx, "summary", work)
		}
		_, err := shared.beforeResources(next)(context.Background(), "resources/read", &mcp.ReadResourceRequest{Params: readParams("coderef://summary/a")})
		return err
	}
	var e *jsonrpc.Error
	if err := read(func(context.Context) error { panic("oh") }); !errors.As(err, &e) || e.Code != jsonrpc.CodeInternalError ||
		strings.Contains(e.Message, "oh") || !strings.Contains(string(e.Data), string(codeInternal)) {
		t.Errorf("panic: %v", err)
	}
	if err := read(func(context.Context) error { return io.ErrUnexpectedEOF }); !errors.As(err, &e) || e.Code != jsonrpc.CodeInternalError {
		t.Errorf("failure: %v", err)
	}
	if err := read(func(ctx context.Context) error { leave(); <-ctx.Done(); return ctx.Err() }); !errors.As(err, &e) || e.Code != codeCancelled {
		t.Errorf("end of the server: %v", err)
	}
}

// TestReadWithoutParameters: a request without a URI is malformed, and the
// session survives it.
func TestReadWithoutParameters(t *testing.T) {
	for _, params := range []string{`,"params":null`, ``, `,"params":{"uri":5}`, `,"params":[]`} {
		if out := answer(t, `{"jsonrpc":"2.0","id":1,"method":"resources/read"`+params+`}`); !strings.Contains(out, `"code":-32602`) && !strings.Contains(out, `"code":-32600`) {
			t.Errorf("%s: %s", params, out)
		}
	}
}
