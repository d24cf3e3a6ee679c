package e2e_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/coderef-system/coderefd/internal/config"
)

// The YAML in docs/configuration.md contains every default. A service with it has the same configuration as
// one without a file, except for the example server, which has the defaults of a server.
func TestDocumentedDefaults(t *testing.T) {
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatal("no YAML block")
	}
	file := filepath.Join(t.TempDir(), "coderefd.yaml")
	if err := os.WriteFile(file, block[1], 0o600); err != nil {
		t.Fatal(err)
	}
	executable := filepath.Join(binaries, "coderefd")
	got, err := config.Load(config.Inputs{File: file, Environ: os.Environ(), Executable: executable})
	if err != nil {
		t.Fatal(err)
	}
	want, err := config.Load(config.Inputs{Environ: os.Environ(), Executable: executable})
	if err != nil {
		t.Fatal(err)
	}
	same := cmpopts.IgnoreUnexported(config.Config{})
	if diff := cmp.Diff(
		want, got, same, cmpopts.IgnoreFields(config.Config{}, "Servers"), cmpopts.EquateEmpty(),
	); diff != "" {
		t.Errorf("the documented values are not the defaults (-default +documented):\n%s", diff)
	}
	example := got.Server("example")
	written := cmpopts.IgnoreFields(config.Server{}, "Command", "Args", "Env", "Tools")
	if diff := cmp.Diff(config.DefaultServer("example"), *example, written, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the documented server does not have the defaults (-default +documented):\n%s", diff)
	}
}
