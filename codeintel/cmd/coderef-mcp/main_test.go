package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asServer is the environment variable that makes the test binary run as the server.
const asServer = "CODEREF_MCP_TEST_AS_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), asServer+"=1", "XDG_CACHE_HOME="+t.TempDir())
	return cmd
}

const handshake = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":` +
	`{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func callLine(id int, dir string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"coderef_query","arguments":`+
		`{"project_path":%q,"query_type":"calls-me","target":"f0.ts#f"},"_meta":{"progressToken":%d}}}`+"\n", id, dir, id)
}

func project(t *testing.T, files int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range files {
		text := fmt.Sprintf("import { f as g } from './f%d';\nexport const f = () => g();\n", (i+1)%files)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.ts", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestRespondsToAllRequestsBeforeExit sends requests and closes the input at once. It checks that
// each request has a response, that the output has only messages, and that the exit code is 0.
func TestRespondsToAllRequestsBeforeExit(t *testing.T) {
	const calls = 16
	dir := project(t, 3)
	var input, stderr bytes.Buffer
	input.WriteString(handshake)
	for i := range calls {
		input.WriteString(callLine(i, dir))
	}
	cmd := command(t)
	cmd.Stdin, cmd.Stderr = &input, &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("got %v, standard error %s, want neither", err, stderr.Bytes())
	}
	responses := map[string]int{}
	for line := range strings.Lines(string(out)) {
		var msg struct {
			ID     json.RawMessage
			Result struct {
				StructuredContent struct{ Total int }
			}
		}
		if err := json.Unmarshal([]byte(line), &msg); err != nil {
			t.Fatalf("got output line %q, want a message", line)
		}
		if msg.Result.StructuredContent.Total == 1 {
			responses[string(msg.ID)]++
		}
	}
	for i := range calls {
		if n := responses[fmt.Sprint(i)]; n != 1 {
			t.Errorf("request %d: got %d responses, want 1", i, n)
		}
	}
}

// TestSIGTERMEndsRunningCall checks that SIGTERM ends the process during a call and before the end
// of the input, with exit code 0.
func TestSIGTERMEndsRunningCall(t *testing.T) {
	dir := project(t, 500)
	cmd := command(t)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(stdin, handshake+callLine(1, dir)); err != nil {
		t.Fatal(err)
	}
	working := false
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		if !working && strings.Contains(lines.Text(), "notifications/progress") {
			working = true
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil || !working {
		t.Errorf("got %v, call in progress %v, want no error during a call", err, working)
	}
}

// TestRejectsArguments checks that a command-line argument is an error. Without the error, a user
// who runs "coderef-mcp scan" would wait for a result.
func TestRejectsArguments(t *testing.T) {
	out, err := command(t, "scan", ".").CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), `unexpected argument "scan"`) {
		t.Errorf("got %v: %s, want exit code 2", err, out)
	}
}
