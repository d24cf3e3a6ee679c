package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// TestConversations compares the lines that the server writes with recorded ones. An archive
// of testdata/conversations has the files of a project and the sections
//
//	client  the lines that the client writes
//	want    the lines of both sides (golden)
//
// The client waits for the response to each request. <project> is the folder of the project,
// and <cursor> the cursor of the previous response. The transcript has <instructions> in
// place of the instructions. It lacks notifications/resources/list_changed, because the SDK
// sends it at an indefinite time.
func TestConversations(t *testing.T) {
	archives, err := filepath.Glob("testdata/conversations/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d conversations, error %v, want some", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c := startConversation(t)
			var client, want string
			for _, f := range archive.Files {
				switch f.Name {
				case "client":
					client = string(f.Data)
				case "want":
					want = string(f.Data)
				default:
					writeFile(t, filepath.Join(c.dir, f.Name), string(f.Data))
				}
			}
			for line := range strings.Lines(client) {
				c.send(strings.TrimSuffix(line, "\n"))
			}
			c.end()
			if *update {
				rewrite(t, name, archive, c.transcript.String())
				return
			}
			if diff := cmp.Diff(want, c.transcript.String()); diff != "" {
				t.Errorf("transcript (-want +got):\n%s", diff)
			}
		})
	}
}

// conversation is a session of a client that writes lines.
type conversation struct {
	t           *testing.T
	dir, cursor string
	toServer    *io.PipeWriter
	fromServer  *bufio.Reader
	served      chan error
	transcript  strings.Builder
}

func startConversation(t *testing.T) *conversation {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c := &conversation{
		t: t, dir: dir, toServer: toServer, fromServer: bufio.NewReader(fromServer), served: make(chan error, 1),
	}
	go func() {
		err := Serve(context.Background(), testConfig(), in, out)
		_ = out.Close()
		c.served <- err
	}()
	return c
}

// send writes a line and, unless it is a notification, reads until the next response.
func (c *conversation) send(line string) {
	c.t.Helper()
	fmt.Fprintf(&c.transcript, "client: %s\n", line)
	line = strings.NewReplacer("<project>", c.dir, "<cursor>", c.cursor).Replace(line)
	if _, err := io.WriteString(c.toServer, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
	var message struct {
		ID     json.RawMessage
		Method string
	}
	if err := json.Unmarshal([]byte(line), &message); err == nil && message.Method != "" && message.ID == nil {
		return
	}
	for {
		text, err := c.fromServer.ReadString('\n')
		if err != nil {
			c.t.Fatalf("%s: got error %v, want a response", line, err)
		}
		if c.record(text) {
			return
		}
	}
}

// end closes the input and reads the rest of the output.
func (c *conversation) end() {
	c.t.Helper()
	if err := c.toServer.Close(); err != nil {
		c.t.Fatal(err)
	}
	rest, err := io.ReadAll(c.fromServer)
	if err != nil {
		c.t.Fatal(err)
	}
	for line := range strings.Lines(string(rest)) {
		c.record(line)
	}
	if err := <-c.served; err != nil {
		c.t.Errorf("got %v from Serve, want no error", err)
	}
}

var nextCursor = regexp.MustCompile(`"next_cursor":"([^"]+)"`)

// record adds a line of the server to the transcript and reports whether it is a response.
func (c *conversation) record(line string) bool {
	c.t.Helper()
	var message struct{ Method string }
	if err := json.Unmarshal([]byte(line), &message); err != nil {
		c.t.Fatalf("got line %q, want JSON", line)
	}
	if message.Method == "notifications/resources/list_changed" {
		return false
	}
	if m := nextCursor.FindStringSubmatch(line); m != nil {
		c.cursor = m[1]
	}
	if c.cursor != "" {
		line = strings.ReplaceAll(line, c.cursor, "<cursor>")
	}
	text, err := tools.Encode(instructions)
	if err != nil {
		c.t.Fatal(err)
	}
	line = strings.NewReplacer(c.dir, "<project>", string(text), `"<instructions>"`).Replace(line)
	fmt.Fprintf(&c.transcript, "server: %s", line)
	return message.Method == ""
}
