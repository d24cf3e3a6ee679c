package config

import (
	"os"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/config/internal/mcpfile"
)

// The documentation names every key for servers, every file extension that is read from a folder, and the
// limits.
func TestDocumentedFiles(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"at most 16 MiB", "at most 1000 servers"}
	if FileBytes != 16<<20 || MaxServers != 1000 {
		t.Error("the limits have changed: change them in the documentation and here")
	}
	for _, path := range mcpfile.Keys() {
		want = append(want, "`"+strings.Join(path, ".")+"`")
	}
	for _, ending := range serverFileEndings() {
		want = append(want, "`*"+ending+"`")
	}
	for _, words := range want {
		if !strings.Contains(string(text), words) {
			t.Errorf("%s is missing in the documentation", words)
		}
	}
}
