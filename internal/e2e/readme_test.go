package e2e_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Each command in the console blocks of the pages succeeds, and prints the lines shown
// below it.
func TestReadmeSessions(t *testing.T) {
	environ := append(os.Environ(),
		"PATH="+buildGrpcurl(t)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"TMPDIR="+t.TempDir(),
		"CODEREF_MCP="+filepath.Join(binaries, "coderef-mcp")) // bin/coderef-mcp for a reader
	for page, atLeast := range map[string]int{"README.md": 6, "docs/codeintel.md": 18, "docs/configuration.md": 3} {
		t.Run(page, func(t *testing.T) {
			steps := sessions(readPage(t, filepath.Join("../..", page)))
			if len(steps) < atLeast {
				t.Fatalf("found %d commands, want at least %d", len(steps), atLeast)
			}
			r := &reader{address: freeAddress(t), environ: environ}
			r.service = startAt(t, r.address)
			for _, step := range steps {
				if args, ok := strings.CutPrefix(step.command, "bin/coderefd serve "); ok {
					r.serve(t, strings.Fields(args))
					continue
				}
				t.Run(step.command, func(t *testing.T) { r.run(t, step) })
			}
		})
	}
}

// The sessions are compared line by line, with their indentation and without gaps.
func TestSessionOutput(t *testing.T) {
	printed := lines("{\n  \"a\": {\n    \"b\": 1\n  }\n}\n")
	for _, test := range []struct{ name, shown, missing string }{
		{"whole", "{\n  \"a\": {\n    \"b\": 1\n  }\n}", ""},
		{"parts", "...\n    \"b\": 1\n...", ""},
		{"start and end", "{\n...\n}", ""},
		{"nothing left out", "{\n  \"a\": {\n...\n    \"b\": 1\n...", ""},
		{"beginning of a line", "...\n    \"b...\n...", ""},
		{"other indentation", "...\n  \"b\": 1\n...", "  \"b\": 1"},
		{"part of a line", "...\n    \"b\"\n...", "    \"b\""},
		{"other order", "...\n    \"b\": 1\n...\n  \"a\": {\n...", "  \"a\": {"},
		{"gap", "{\n    \"b\": 1\n...", "    \"b\": 1"},
		{"more printed", "{\n  \"a\": {", "(end of the output)"},
		{"more shown", "...\n}\n]", "}"},
		{"nothing shown", "", "(end of the output)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := matchOutput(lines(test.shown), printed); got != test.missing {
				t.Errorf("got %q, want %q", got, test.missing)
			}
		})
	}
}

// The file that the README shows is the one that its commands use.
func TestReadmeServerFile(t *testing.T) {
	file, err := os.ReadFile("../../examples/mcp.d/cursor.json")
	if err != nil {
		t.Fatal(err)
	}
	if got := fenced(t, "README.md", "jsonc"); got != string(file) {
		t.Errorf("the README shows:\n%s\nwant examples/mcp.d/cursor.json:\n%s", got, file)
	}
}

// The Go program of the README compiles in the clone as the README says, and prints
// the callers or the reason of an error.
func TestReadmeProgram(t *testing.T) {
	source := filepath.Join(t.TempDir(), "callers.go")
	if err := os.WriteFile(source, []byte(fenced(t, "README.md", "go")), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "callers")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, source)
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	address := freeAddress(t)
	startAt(t, address)
	callers := func(target string) (string, error) {
		cmd := exec.CommandContext(t.Context(), program, shop(t), target)
		cmd.Env = append(os.Environ(), "CODEREFD_ADDR="+address)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := callers("formatPrice")
	if want := "@Fn/src/cart/receipt.ts#receipt"; err != nil || !slices.Contains(lines(out), want) {
		t.Errorf("got %v and\n%s\nwant the line %s", err, out, want)
	}
	out, err = callers("formatPrize")
	if want := "TOOL_ERROR: "; err == nil || !strings.Contains(out, want) {
		t.Errorf("got %v and\n%s\nwant an error with %q", err, out, want)
	}
}

// fenced returns the text of the only block of a page in a language.
func fenced(t *testing.T, page, language string) string {
	t.Helper()
	blocks := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(
		readPage(t, filepath.Join("../..", page)), -1,
	)
	if len(blocks) != 1 {
		t.Fatalf("%s has %d blocks of %s, want 1", page, len(blocks), language)
	}
	return blocks[0][1]
}

// buildGrpcurl builds the pinned grpcurl and returns its folder.
func buildGrpcurl(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-o", folder, "github.com/fullstorydev/grpcurl/cmd/grpcurl")
	build.Dir = "../../tools"
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// freeAddress returns a loopback address that nothing listens on now.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
