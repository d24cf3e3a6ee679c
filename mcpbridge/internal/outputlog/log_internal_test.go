package outputlog

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTail: the end of the output is masked before it is cut.
func TestTail(t *testing.T) {
	t.Parallel()
	l := New(nil, "a", []string{"KEY=s3cr3t-value"})
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"blank lines only", []string{"", " "}, ""},
		{"last lines", []string{"one", "two", "", "three", "four s3cr3t-value", ""}, "two\nthree\nfour ***"},
		{"long", []string{"before", strings.Repeat("x", 600)}, strings.Repeat("x", 500)},
		{"secret at the cut", []string{strings.Repeat("x", 496) + "s3cr3t-value"}, strings.Repeat("x", 496) + "***"},
		{"cut in an earlier line", []string{strings.Repeat("y", 50), strings.Repeat("x", 489)}, strings.Repeat("y", 10) + "\n" + strings.Repeat("x", 489)},
		{"cut within a rune", []string{strings.Repeat("x", 499) + "é"}, strings.Repeat("x", 499)},
	} {
		var entries []Entry
		for _, line := range tt.lines {
			entries = append(entries, Entry{"stderr", line})
		}
		got := ""
		for _, attr := range l.Tail(entries) {
			got += attr.(slog.Attr).Value.String()
		}
		if got != tt.want || !utf8.ValidString(got) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestTailStreams: each line is attributed to its stream.
func TestTailStreams(t *testing.T) {
	t.Parallel()
	got := New(nil, "a", nil).Tail([]Entry{{"stdout", "cut"}, {"stdout", "banner"}, {"stderr", "error"}, {"stdout", "bye"}})
	if text := fmt.Sprint(got...); text != "stderr=error stdout=banner\nbye" {
		t.Errorf("got %s, want \"stderr=error stdout=banner\\nbye\"", text)
	}
}
