package outputlog

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

// TestCleanMasksValues: the values of the environment that may be secrets are masked, and
// other text is not.
func TestCleanMasksValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, env, line, want string
	}{
		{"whole line", "KEY=abcdef", "abcdef", "***"},
		{"within a word", "KEY=abcdef", "xabcdefx", "x***x"},
		{"twice", "KEY=abcdef", "abcdef abcdef", "*** ***"},
		{"shorter than a secret", "KEY=abcde", "abcde", "abcde"},
		{"other case", "KEY=abcdef", "ABCDEF", "ABCDEF"},
		{"value with an equals sign", "KEY=abc=def", "is abc=def", "is ***"},
		{"entry without a value", "KEY", "KEY", "KEY"},
		{"surrounding space in the value", "KEY=  abcdef\t", "abcdef", "***"},
		{"each line of a value", "KEY=first line\nsecond line\nno", "second line, no, first line", "***, no, ***"},
		{"value with CRLF", "KEY=first line\r\nsecond line\r\n", "first line", "***"},
		{"PATH", "PATH=/usr/bin", "not in /usr/bin", "not in /usr/bin"},
		{"locale", "LC_ALL=en_US.UTF-8", "en_US.UTF-8", "en_US.UTF-8"},
		{"name that only begins like a public one", "PATHKEY=abcdef", "abcdef", "***"},
		{"not UTF-8", "KEY=abcdef", "a\xffabcdef\xfe", "a\uFFFD***\uFFFD"},
		{"value that is not UTF-8", "KEY=ab\xffcdef", "is ab\xffcdef", "is ***"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := New(nil, "a", []string{tt.env}).Clean(tt.line); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCleanMasksTheLongerSecret: if a secret contains another one, no part of the longer
// one remains.
func TestCleanMasksTheLongerSecret(t *testing.T) {
	t.Parallel()
	for _, env := range [][]string{{"A=secret", "B=secret-longer"}, {"B=secret-longer", "A=secret"}} {
		if got := New(nil, "a", env).Clean("secret secret-longer"); got != "*** ***" {
			t.Errorf("%v: got %q, want %q", env, got, "*** ***")
		}
	}
}

// TestLineIsRateLimited: lines beyond the limit of a second are counted, and the count is
// logged with the next line that is admitted.
func TestLineIsRateLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, out := textLog(slog.LevelDebug)
		burst := func(n int) {
			for i := range n {
				l.Line("stderr", 7, fmt.Appendf(nil, "line %d", i))
			}
		}
		burst(maxLinesPerSecond + 3)
		if n := strings.Count(out.String(), "stream=stderr"); n != maxLinesPerSecond {
			t.Errorf("got %d lines in the first second, want %d", n, maxLinesPerSecond)
		}
		out.Reset()
		time.Sleep(time.Second) //nolint:forbidigo // virtual time
		burst(2)
		want := "level=DEBUG msg=\"server output suppressed\" server=a lines=3\n" +
			"level=DEBUG msg=\"server output\" server=a pid=7 stream=stderr line=\"line 0\"\n" +
			"level=DEBUG msg=\"server output\" server=a pid=7 stream=stderr line=\"line 1\"\n"
		if out.String() != want {
			t.Errorf("got\n%swant\n%s", out, want)
		}
	})
}

// TestLineBelowTheLevel: lines that are not logged do not use up the limit.
func TestLineBelowTheLevel(t *testing.T) {
	t.Parallel()
	l, out := textLog(slog.LevelInfo)
	for range 2 * maxLinesPerSecond {
		l.Line("stderr", 7, []byte("x"))
	}
	if out.Len() != 0 || l.lines != 0 || l.suppressed != 0 {
		t.Errorf("got log %q, %d lines, %d suppressed, want none", out, l.lines, l.suppressed)
	}
}

// TestWarnMasksTheError: the text of an error is masked, and the attributes keep their order.
func TestWarnMasksTheError(t *testing.T) {
	t.Parallel()
	l, out := textLog(slog.LevelInfo, "KEY=abcdef")
	l.Warn("cannot list", errors.New("the key abcdef is invalid"), "pid", 7)
	want := "level=WARN msg=\"cannot list\" server=a pid=7 error=\"the key *** is invalid\"\n"
	if out.String() != want {
		t.Errorf("got %s, want %s", out, want)
	}
}

// FuzzClean: a cleaned line is short valid UTF-8 that does not contain the secret, even if
// the line was cut within the secret.
func FuzzClean(f *testing.F) {
	f.Add("before ", "s3cr3t-value", " after", 12)
	f.Add("", "aaaaaaa", "aaaaaaaaaaaa", 7)
	f.Add("é", "\xffabcdef\xff", "\xc3", 3)
	f.Add(strings.Repeat("x", 1030), strings.Repeat("secret", 300), "", 1017)
	f.Add("ababab", "abababc", "", 6)
	f.Fuzz(func(t *testing.T, before, secret, after string, at int) {
		secret = strings.TrimSpace(secret)
		if len(secret) < minSecret || strings.ContainsAny(secret, "\n*\uFFFD") {
			t.Skip("not masked, or not distinguishable from the mask")
		}
		l := New(nil, "a", []string{"KEY=" + secret})
		got := l.Clean(before + secret + after)
		if len(got) > maxLine || !utf8.ValidString(got) {
			t.Errorf("got %d bytes, valid UTF-8: %t, want at most %d, valid", len(got), utf8.ValidString(got), maxLine)
		}
		if strings.Contains(got, secret) {
			t.Errorf("got %q, want one without %q", got, secret)
		}
		if at < minSecret || at >= len(secret) {
			return
		}
		padded := strings.Repeat("*", CutBytes) + secret[:at]
		if cut := l.cutSecret(padded); cut < 0 || cut > CutBytes {
			t.Errorf("%q, cut after %d bytes, was found at %d, want at most %d", secret, at, cut, CutBytes)
		}
	})
}
