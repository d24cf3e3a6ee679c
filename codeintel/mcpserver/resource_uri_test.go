package mcpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// TestReadsUnusualPaths reads resources of projects in folders with unusual names and behind
// symbolic links.
func TestReadsUnusualPaths(t *testing.T) {
	s, base := connect(t, nil), sample(t)
	for _, name := range []string{
		"with space", "100%", "%41", "what?", "a#b", "a+b", "a&b=c;d", "[x]", "naïve/日本", "a\\b", `"quoted"`, "{b}",
		"~me@home:1", "tab\there", "!$'()*,",
	} {
		dir := filepath.Join(base, name)
		writeFile(t, filepath.Join(dir, "f.ts"), "export const f = 1;\n")
		var got projectSummary
		if err := json.Unmarshal([]byte(readJSON(t, s, resourceuri.Format("summary", dir, ""))), &got); err != nil ||
			got.Root != dir || got.Files != 1 {
			t.Errorf("%s: got %v, %+v, want root %s and 1 file", name, err, got, dir)
		}
		// The template expands the path with only ?, # and % encoded.
		raw := strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23").Replace(dir)
		contents := read(t, s, "coderef://source"+raw+"?target=@V/f.ts%23f")
		if contents[0].Text != "export const f = 1;\n" {
			t.Errorf("%s as the template expands it: got %+v, want the source of f", name, contents[0])
		}
	}
	if err := os.Symlink(filepath.Join(base, "src"), filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	var got projectSummary
	if err := json.Unmarshal([]byte(readJSON(t, s, "coderef://summary"+base+"/./link")), &got); err != nil ||
		got.Root != filepath.Join(base, "src") {
		t.Errorf("behind a link: got %v, %+v, want root %s/src", err, got, base)
	}
}
