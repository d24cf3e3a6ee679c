package e2e_test

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// reader runs the commands of a page in the root of the repository.
type reader struct {
	address string
	environ []string
	service *service
}

// serve stops the service and starts one with other arguments in its place.
func (r *reader) serve(t *testing.T, args []string) {
	t.Helper()
	r.service.stop(t, syscall.SIGTERM)
	cmd := exec.Command(filepath.Join(binaries, "coderefd"),
		append([]string{"serve", "--listen", r.address, "--admin-listen", ""}, args...)...)
	cmd.Dir = "../.."
	cmd.Env = r.environ
	r.service = startCommand(t, r.address, cmd)
}

// run runs a command and compares its output, stdout and stderr together.
func (r *reader) run(t *testing.T, step step) {
	t.Helper()
	line := strings.ReplaceAll(step.command, "localhost:50051", r.address)
	line = strings.ReplaceAll(line, "bin/coderefd", filepath.Join(binaries, "coderefd"))
	cmd := exec.CommandContext(t.Context(), "bash", "-c", line)
	cmd.Dir = "../.."
	cmd.Env = append(r.environ, "CODEREFD_ADDR="+r.address)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if missing := matchOutput(step.output, lines(string(out))); missing != "" {
		t.Errorf("got line %q missing or in another place, want it in this order, in:\n%s", missing, out)
	}
}

// step is a command of a console block and the output that the page shows.
type step struct {
	command string
	output  []string
}

// sessions reads the console blocks of a Markdown text.
func sessions(markdown string) []step {
	var steps []step
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(markdown, -1) {
		for _, line := range lines(block[1]) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				steps = append(steps, step{command: command})
				continue
			}
			last := &steps[len(steps)-1]
			last.output = append(last.output, line)
		}
	}
	return steps
}

// matchOutput returns the first shown line that the output does not contain in the
// expected place, or "" if there is none. A shown line "..." matches any number of
// lines. A longer line that ends in "..." matches a line that begins with the text
// before it. All other lines are compared whole, except for spaces at their ends.
func matchOutput(shown, printed []string) string {
	var parts [][]string // between lines "..."
	for from := 0; ; {
		to := slices.Index(shown[from:], "...")
		if to < 0 {
			parts = append(parts, shown[from:])
			break
		}
		parts = append(parts, shown[from:from+to])
		from += to + 1
	}
	for i, part := range parts {
		last := i == len(parts)-1
		for skip := 0; ; skip++ {
			missing := matchStart(part, printed[skip:])
			if missing == "" && (!last || len(part)+skip == len(printed)) {
				printed = printed[skip+len(part):]
				break
			}
			if i == 0 || skip == len(printed) {
				return cmp.Or(missing, "(end of the output)")
			}
		}
	}
	return ""
}

// matchStart returns the first of the shown lines that differs from the printed line
// in its place, or "" if there is none.
func matchStart(shown, printed []string) string {
	for i, line := range shown {
		if i >= len(printed) || !matchLine(line, printed[i]) {
			return line
		}
	}
	return ""
}

func matchLine(shown, printed string) bool {
	if prefix, ok := strings.CutSuffix(shown, "..."); ok {
		return strings.HasPrefix(printed, prefix)
	}
	return strings.TrimRight(shown, " ") == strings.TrimRight(printed, " ")
}

// lines splits a text into lines without their line ends.
func lines(text string) []string {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// readPage returns the text of a page.
func readPage(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
