package e2e_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The README's console blocks are true: each command succeeds, and the lines
// shown below it come in that order in what it prints. A line "..." stands for
// anything.
func TestReadmeSessions(t *testing.T) {
	address := freeAddress(t)
	startAt(t, address)
	path := buildGrpcurl(t) + string(os.PathListSeparator) + os.Getenv("PATH")

	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	steps := sessions(string(readme))
	if len(steps) < 7 {
		t.Fatalf("found %d commands in the README, want the whole first session", len(steps))
	}
	for _, step := range steps {
		t.Run(step.command, func(t *testing.T) {
			line := strings.ReplaceAll(step.command, "localhost:50051", address)
			line = strings.ReplaceAll(line, "bin/coderefd", filepath.Join(binaries, "coderefd"))
			cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
			cmd.Dir = "../.."
			cmd.Env = append(os.Environ(), "PATH="+path, "CODEREFD_ADDR="+address)
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
		})
	}
}

// step is a command of a console block and what the README says it prints.
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
