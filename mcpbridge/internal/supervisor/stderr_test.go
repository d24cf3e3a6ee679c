package supervisor

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/outputlog"
)

// drain drains a pipe with the given content to its end, and returns the reported lines.
func drain(t *testing.T, content string) (d *stderrDrain, lines []string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	d = drainStderr(r, 7, func(pid int, line []byte) {
		if pid != 7 {
			t.Errorf("got process %d, want 7", pid)
		}
		lines = append(lines, string(line))
	})
	if !d.lastRead().IsZero() {
		t.Errorf("got output at %v before the first byte, want never", d.lastRead())
	}
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	<-d.ended
	return d, lines
}

// TestStderrLines: stderr is split into lines of any length and with any end.
func TestStderrLines(t *testing.T) {
	t.Parallel()
	full := strings.Repeat("x", maxStderrLine)
	for _, tt := range []struct {
		name, content string
		want          []string
	}{
		{"nothing", "", nil},
		{"lines", "one\ntwo\n", []string{"one", "two"}},
		{"no line break at the end", "one\ntwo", []string{"one", "two"}},
		{"CRLF", "one\r\ntwo\r\n", []string{"one", "two"}},
		{"empty lines", "\n\r\n\none\n", []string{"", "", "", "one"}},
		{"carriage return within a line", "10%\r20%\n", []string{"10%\r20%"}},
		{"as long as a line may be", full[1:] + "\nnext\n", []string{full[1:], "next"}},
		{"longer", full + "y\nnext\n", []string{full, "next"}},
		{"much longer", full + full + full + "y\nnext\n", []string{full, "next"}},
		{"longer, with the line break after the cut", full + "\nnext\n", []string{full, "next"}},
		{"longer, without a line break", full + "y", []string{full}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d, lines := drain(t, tt.content)
			if !slices.Equal(lines, tt.want) {
				t.Errorf("got %q, want %q", lines, tt.want)
			}
			if n := d.lines.Load(); n != uint64(len(tt.want)) {
				t.Errorf("got %d lines counted, want %d", n, len(tt.want))
			}
			if tt.content != "" && d.lastRead().IsZero() {
				t.Error("got no output, want the time of the last byte")
			}
		})
	}
}

// TestTailKeepsTheLastLines: the tail has the last lines of both streams, oldest first, and
// does not share memory with later ones.
func TestTailKeepsTheLastLines(t *testing.T) {
	t.Parallel()
	d, _ := drain(t, "")
	var all []outputlog.Entry
	add := func(stream, text string) {
		d.remember(stream, []byte(text))
		all = append(all, outputlog.Entry{Stream: stream, Text: text[:min(len(text), maxStderrLine)]})
	}
	var kept [][]outputlog.Entry
	for i := range 2*stderrTailLines + 7 {
		add([]string{"stderr", "stdout"}[i%2], fmt.Sprintf("line %d", i))
		kept = append(kept, d.tail())
	}
	add("stdout", strings.Repeat("y", maxStderrLine+100))
	kept = append(kept, d.tail())
	for i, tail := range kept {
		if want := all[max(0, i+1-stderrTailLines) : i+1]; !slices.Equal(tail, want) {
			t.Fatalf("after %d lines: got %q, want %q", i+1, tail, want)
		}
	}
}

// FuzzStderrLines: the lines are those of the content, cut at the bound.
func FuzzStderrLines(f *testing.F) {
	f.Add("one\ntwo", uint16(0))
	f.Add("\r\r\n\n", uint16(maxStderrLine-2))
	f.Add("x\n", uint16(2*maxStderrLine))
	f.Fuzz(func(t *testing.T, content string, padding uint16) {
		content = strings.Repeat("p", int(padding)) + content
		if len(content) > 32<<10 {
			t.Skip("does not fit into a pipe")
		}
		_, got := drain(t, content)
		var want []string
		for line := range strings.Lines(content) {
			line = line[:min(len(line), maxStderrLine)]
			want = append(want, strings.TrimRight(line, "\r\n"))
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
