package e2e_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestTypedImpactOfGitDiff gives the output of git diff to the verb impact.
func TestTypedImpactOfGitDiff(t *testing.T) {
	s := start(t)
	archive, err := txtar.ParseFile(filepath.Join("testdata", "typed.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	git := func(args ...string) []byte {
		t.Helper()
		identity := []string{"-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"}
		cmd := exec.CommandContext(soon(t), "git", append(identity, args...)...)
		cmd.Dir = folder
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v", cmd, err)
		}
		return out
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "before")
	money := filepath.Join(folder, "src", "money.ts")
	text, err := os.ReadFile(money)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("format(amount: number, currency"), []byte("format(amount: number, digits: number, currency"), 1)
	if err := os.WriteFile(money, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		stdin    []byte
		args     []string
		code     int
		out, err []string
	}{
		"diff": {
			git("diff"),
			[]string{"impact", "-"},
			0,
			[]string{
				"Breaks (1)\n", "src/cart.ts:17  signature  @Fn/src/money.ts#format  exact\n", "Changed elements (1)\n",
				"prints a receipt\n", "Affected files (2)\n",
			},
			nil,
		},
		"diff with --fail-on": {
			git("diff"),
			[]string{"impact", "-", "--fail-on", "critical"},
			1,
			[]string{"Breaks (1)\n"},
			[]string{"the risk is critical, and --fail-on is critical"},
		},
		"base": {
			nil, []string{"impact", "--base", "HEAD"}, 0, []string{"src/cart.ts:17  signature"}, nil,
		},
		"JSON": {
			git("diff"), []string{"impact", "-", "-o", "json"}, 0, []string{`"BREAK_TYPE_SIGNATURE"`, `"TEST_REASON_CALLS"`}, nil,
		},
		"no diff":      {[]byte("hello\n"), []string{"impact", "-"}, 13, nil, []string{"diff is malformed: line 1"}},
		"empty diff":   {nil, []string{"impact", "-"}, 2, nil, []string{"empty"}},
		"two subjects": {nil, []string{"impact", "-", "--base", "HEAD"}, 2, nil, []string{"exclude each other"}},
	} {
		cmd := exec.CommandContext(soon(t), filepath.Join(binaries, "coderefd"), append(row.args, "--addr", s.Address)...)
		var out, errors strings.Builder
		cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = filepath.Join(folder, "src"), bytes.NewReader(row.stdin), &out, &errors
		err := cmd.Run()
		if got := cmd.ProcessState.ExitCode(); got != row.code {
			t.Errorf("%s: got exit code %d (%v), want %d; output:\n%s%s", name, got, err, row.code, out.String(), errors.String())
		}
		for _, want := range row.out {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: got output\n%swant %q in it", name, out.String(), want)
			}
		}
		for _, want := range row.err {
			if !strings.Contains(errors.String(), want) {
				t.Errorf("%s: got on standard error\n%swant %q in it", name, errors.String(), want)
			}
		}
	}
}
