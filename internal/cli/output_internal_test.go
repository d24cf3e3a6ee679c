package cli

import (
	"bytes"
	"strings"
	"testing"

	commonv1 "github.com/coderef-system/coderefd/gen/coderef/common/v1"
)

func TestClean(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "über\tall\n", "über\tall\n"},
		{"escape", "\x1b[31mred", `\u001b[31mred`},
		{"carriage return", "a\rb", `a\u000db`},
		{"C1", "a\u009bb", `a\u009bb`},
		{"right to left", "a\u202eb", `a\u202eb`},
		{"broken", "a\xffb", "a\uFFFDb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := clean(test.in); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestOneLine(t *testing.T) {
	tests := []struct{ in, want string }{
		{"  Short.  ", "Short"},
		{"First. Second.", "First"},
		{"Line\nmore", "Line"},
		{"abcdefghijkl", "abcdefghi…"},
		{"äöüäöüäöüäöü", "äöüäöüäöü…"},
	}
	for _, test := range tests {
		if got := oneLine(test.in, 10); got != test.want {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
	}
}

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
		t.Errorf("got first lines %q", lines)
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
		t.Errorf("an output that is not a terminal got %q", out.String())
	}
}

// A server's text reaches a program byte for byte. For a terminal, clean escapes it, which does not change
// the JSON value.
func TestPrintExact(t *testing.T) {
	var out bytes.Buffer
	text := "{\"a\":\"\u009b\u202e\"}"
	if err := printExact(&out, []byte(text)); err != nil || out.String() != text+"\n" {
		t.Errorf("got %q and error %v, want the text unchanged", out.String(), err)
	}
	if escaped := clean(text); escaped != `{"a":"\u009b\u202e"}` {
		t.Errorf("got %s, want escaped control characters", escaped)
	}
}
