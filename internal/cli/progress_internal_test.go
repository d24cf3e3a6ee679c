package cli

import (
	"bytes"
	"strings"
	"testing"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

// The line is replaced, a longer line before it is erased, and the last line is erased too.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := &progress{w: &out, tool: "t"}
	total := 4.0
	p.show(&commonv1.ProgressEvent{Progress: 1, Total: &total, Message: "hello\x1b"})
	p.show(&commonv1.ProgressEvent{Progress: 2})
	p.show(&commonv1.ProgressEvent{Progress: 3, Message: strings.Repeat("x", 200)})
	p.clear()
	p.clear()
	lines := strings.Split(out.String(), "\r")
	if got := strings.Join(lines[:3], "|"); got != `|t 1/4 (25 %) hello\u001b|t 2`+strings.Repeat(" ", 21) {
		t.Errorf("got first lines %q, want the first progress, cleaned, and the second, which covers it", lines)
	}
	if len([]rune(lines[3])) != progressWidth || lines[4] != strings.Repeat(" ", progressWidth) || lines[5] != "" ||
		len(lines) != 6 {
		t.Errorf("got lines %q, want one of %d characters that is erased at the end", lines, progressWidth)
	}
}

func TestNoProgress(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&Program{Stderr: &out}, "t")
	p.show(&commonv1.ProgressEvent{Progress: 1})
	p.clear()
	if out.Len() > 0 {
		t.Errorf("an output that is not a terminal got %q, want nothing", out.String())
	}
}
