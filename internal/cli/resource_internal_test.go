package cli

import (
	"bytes"
	"os"
	"testing"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
	"github.com/coderef-system/coderefd/internal/app"
)

// terminal opens a pseudo-terminal whose other side is not used.
func terminal(t *testing.T) *os.File {
	t.Helper()
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !app.IsTerminal(tty) {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	return tty
}

func TestBinaryIsKeptFromTerminals(t *testing.T) {
	blob := &commonv1.ResourceContents{
		MimeType: "image/png", Contents: &commonv1.ResourceContents_Blob{Blob: []byte("\x1b[2J")},
	}
	text := &commonv1.ResourceContents{Contents: &commonv1.ResourceContents_Text{Text: "text"}}
	for _, contents := range [][]*commonv1.ResourceContents{{blob}, {text, blob}} {
		err := printContents(terminal(t), "a:b", contents)
		if err == nil || err.Error() != "a:b is binary (image/png, 4 bytes): write it to a file with --file" {
			t.Errorf("printContents to a terminal: got error %v, want that a:b is binary", err)
		}
	}
	var pipe bytes.Buffer
	if err := printContents(&pipe, "a:b", []*commonv1.ResourceContents{blob}); err != nil ||
		pipe.String() != "\x1b[2J" {
		t.Errorf("printContents to a pipe: got %q, error %v, want \"\\x1b[2J\"", pipe.String(), err)
	}
}

// Some servers send empty text as a blob, also next to other contents.
func TestNothingIsNotBinary(t *testing.T) {
	text := &commonv1.ResourceContents{Contents: &commonv1.ResourceContents_Text{Text: "text"}}
	empty := &commonv1.ResourceContents{Contents: &commonv1.ResourceContents_Blob{}}
	for want, contents := range map[string][]*commonv1.ResourceContents{"": {empty}, "text\n": {text, empty}} {
		var pipe bytes.Buffer
		if err := printContents(&pipe, "a:b", contents); err != nil || pipe.String() != want {
			t.Errorf("printContents to a pipe: got %q, error %v, want %q", pipe.String(), err, want)
		}
	}
}

func TestTextIsCleanedForTerminals(t *testing.T) {
	text := &commonv1.ResourceContents{Contents: &commonv1.ResourceContents_Text{Text: "\x1b[2J"}}
	var pipe bytes.Buffer
	if err := printContents(&pipe, "a:b", []*commonv1.ResourceContents{text}); err != nil ||
		pipe.String() != "\x1b[2J" {
		t.Errorf("printContents to a pipe: got %q, error %v, want \"\\x1b[2J\"", pipe.String(), err)
	}
	if got := string(printable(text, true, true)); got != `\u001b[2J`+"\n" {
		t.Errorf("printable = %q, want the control character escaped and a line end", got)
	}
}
