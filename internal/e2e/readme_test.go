package e2e_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// Each command in the README's console blocks succeeds and prints the lines below it in that order. A line
// "..." matches any lines.
func TestReadmeSessions(t *testing.T) {
	r := &reader{
		address: freeAddress(t),
		environ: append(os.Environ(),
			"PATH="+buildGrpcurl(t)+string(os.PathListSeparator)+os.Getenv("PATH"),
			"TMPDIR="+t.TempDir(),
			"CODEREF_MCP="+filepath.Join(binaries, "coderef-mcp")), // the location after make, for a reader
	}
	r.service = startAt(t, r.address)
	steps := sessions(readReadme(t))
	if len(steps) < 13 {
		t.Fatalf("found %d commands in the README, want at least 13", len(steps))
	}
	for _, step := range steps {
		if args, ok := strings.CutPrefix(step.command, "bin/coderefd serve "); ok {
			r.serve(t, strings.Fields(args))
			continue
		}
		t.Run(step.command, func(t *testing.T) { r.run(t, step) })
	}
}

// The README shows the same file that its commands use.
func TestReadmeServerFile(t *testing.T) {
	block := regexp.MustCompile("(?s)```jsonc\n(.*?)```").FindStringSubmatch(readReadme(t))
	file, err := os.ReadFile("../../examples/mcp.d/cursor.json")
	if err != nil {
		t.Fatal(err)
	}
	if block == nil || block[1] != string(file) {
		t.Errorf("the README shows another file than:\n%s", file)
	}
}

func readReadme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// reader runs the commands of the README in the root folder of the repository.
type reader struct {
	address string
	environ []string
	service *service
}

// serve stops the service and starts one with other arguments.
func (r *reader) serve(t *testing.T, args []string) {
	t.Helper()
	r.service.stop(t, syscall.SIGTERM)
	cmd := exec.Command(filepath.Join(binaries, "coderefd"),
		append([]string{"serve", "--listen", r.address, "--admin-listen", ""}, args...)...)
	cmd.Dir = "../.."
	cmd.Env = r.environ
	r.service = startCommand(t, r.address, cmd)
}

// run runs a command and compares its output.
func (r *reader) run(t *testing.T, step step) {
	line := strings.ReplaceAll(step.command, "localhost:50051", r.address)
	line = strings.ReplaceAll(line, "bin/coderefd", filepath.Join(binaries, "coderefd"))
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir = "../.."
	cmd.Env = append(r.environ, "CODEREFD_ADDR="+r.address)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	printed := strings.Split(string(out), "\n")
	at := 0
	for _, want := range step.output {
		for at < len(printed) && strings.TrimSpace(printed[at]) != strings.TrimSpace(want) {
			at++
		}
		if at == len(printed) {
			t.Fatalf("line %q is missing, or not in this place, in:\n%s", want, out)
		}
		at++
	}
}

// step is a command of a console block and the expected output.
type step struct {
	command string
	output  []string
}

// sessions reads the console blocks of a Markdown text.
func sessions(markdown string) []step {
	var steps []step
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(markdown, -1) {
		for line := range strings.Lines(block[1]) {
			line = strings.TrimRight(line, "\n")
			command, isCommand := strings.CutPrefix(line, "$ ")
			last := len(steps) - 1
			switch {
			case isCommand:
				steps = append(steps, step{command: command})
			case last >= 0 && strings.HasSuffix(steps[last].command, `\`):
				steps[last].command = strings.TrimSuffix(steps[last].command, `\`) + strings.TrimSpace(line)
			case last >= 0 && strings.TrimSpace(line) != "" && strings.TrimSpace(line) != "...":
				steps[last].output = append(steps[last].output, line)
			}
		}
	}
	return steps
}

// buildGrpcurl builds the pinned grpcurl and returns its folder.
func buildGrpcurl(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	build := exec.CommandContext(
		t.Context(), "go", "build", "-o", folder, "github.com/fullstorydev/grpcurl/cmd/grpcurl",
	)
	build.Dir = "../../tools"
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return folder
}

// freeAddress returns a loopback address that is not in use.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
