package cli_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestHelp(t *testing.T) {
	for _, verb := range []string{
		"", "serve", "tools", "call", "status", "proto", "version", "completion", "config", "config check", "config show",
		"impact", "resource", "resource list", "resource templates", "resource get", "list", "execute", "server",
	} {
		t.Run(verb, func(t *testing.T) {
			args := append(strings.Fields(verb), "--help")
			stdout, stderr, code := run(t, args...)
			if code != 0 || stderr != "" {
				t.Errorf("got code %d and stderr %q, want 0 and nothing", code, stderr)
			}
			golden := filepath.Join(
				"testdata", "help", "coderefd"+strings.TrimRight("_"+strings.ReplaceAll(verb, " ", "_"), "_")+".txt",
			)
			if *update {
				if err := os.WriteFile(golden, []byte(stdout), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if stdout != string(want) {
				t.Errorf("got:\n%s\nwant, unless you run the test with -update:\n%s", stdout, want)
			}
		})
	}
}

// run runs the command line in this process.
func run(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = cli.Run(t.Context(), cli.Program{
		Version: "v1.2.3", Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
	})
	return out.String(), errs.String(), code
}
