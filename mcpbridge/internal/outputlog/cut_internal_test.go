package outputlog

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// textLog returns a log of the upstream a that writes to the buffer from the given level on.
func textLog(level slog.Level, env ...string) (*Log, *bytes.Buffer) {
	out := new(bytes.Buffer)
	return New(slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{
		Level: level,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		},
	})), "a", env), out
}

// TestCleanMasksCutSecrets: output is cut before it is masked, and the beginning of a secret
// at the cut is masked too.
func TestCleanMasksCutSecrets(t *testing.T) {
	t.Parallel()
	long := "BEGIN" + strings.Repeat("0123456789", 400)
	fill := func(n int) string { return strings.Repeat(".", n) }
	l := New(nil, "a", []string{
		"KEY=" + long, "SHORT=BEGIN0", "OVER=prefix-BEGIN0123", "INNER=ab-" + long[:CutBytes], "WORD=hunter2-pass",
	})
	for _, tt := range []struct {
		name, line, want string
	}{
		{"whole line", long[:CutBytes], "***"},
		{"after text", fill(100) + long[:CutBytes-100], fill(100) + "***"},
		{"after another secret", "hunter2-pass " + long[:CutBytes], "*** ***"},
		{"end of a secret that overlaps", fill(9) + "prefix-" + long[:CutBytes], fill(9) + "***"},
		{"secret that contains the beginning of another", fill(99) + "ab-" + long[:CutBytes-102], fill(99) + "***"},
		{"shortened by masking", strings.Repeat("hunter2-pass", 170) + long[:100], strings.Repeat("***", 171)},
		{"complete", fill(9) + long + fill(9), fill(9) + "***" + fill(9)},
		{"only resembles a secret", "BEGIN0123x" + fill(CutBytes), "***123x" + fill(maxLine-7)},
		{"cut earlier", "the log has " + long[:40], "the log has ***"},
		{"less than the shortest secret", "the log has BEGIN", "the log has BEGIN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := l.Clean(tt.line); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLineAndTailMaskCutSecrets: both ways into the log mask a secret that is longer than a
// line may be.
func TestLineAndTailMaskCutSecrets(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 1000)
	l, out := textLog(slog.LevelDebug, "KEY="+long)
	l.Line("stdout", 7, []byte("key: "+long[:9000]))
	if got, want := out.String(), `stream=stdout line="key: ***"`; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	got := fmt.Sprint(l.Tail([]Entry{{"stderr", long[:CutBytes]}})...)
	if got != "stderr=***" {
		t.Errorf("got %s, want stderr=***", got)
	}
}
