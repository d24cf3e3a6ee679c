package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTextIsStructuredContent checks that the text of a result is its structured content,
// for unusual characters too, and that the response is one line.
func TestTextIsStructuredContent(t *testing.T) {
	dir := t.TempDir()
	const source = "/** \"a\" \\ <b> & \u2028 \x01 \U0001f600 */\nexport const f = (s = \"\\n<\") => s\n"
	if err := os.WriteFile(filepath.Join(dir, "a.ts"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	input := fmt.Sprintf(handshake+`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"coderef_scan",`+
		`"arguments":{"project_path":%q}}}`+"\n", dir)
	if err := Serve(context.Background(), testConfig(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var response struct {
		ID     int
		Result struct {
			Content           []struct{ Type, Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &response); err != nil {
		t.Fatalf("got %v: %s, want JSON", err, lines[len(lines)-1])
	}
	content := response.Result.Content
	if response.ID != 7 || response.Result.IsError || len(content) != 1 || content[0].Type != "text" {
		t.Fatalf("got %+v, want id 7 and one text content", response)
	}
	if diff := cmp.Diff(string(response.Result.StructuredContent), content[0].Text); diff != "" {
		t.Errorf("text content (-want, the structured content +got):\n%s", diff)
	}
	var found struct{ Elements []struct{ Docstring string } }
	if err := json.Unmarshal([]byte(content[0].Text), &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Elements) != 1 || found.Elements[0].Docstring != "\"a\" \\ <b> & \u2028 \x01 \U0001f600" {
		t.Errorf("got %+v, want one element with the docstring", found)
	}
}
