package outputlog

import (
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
		{"nothing", []string{"", " "}, ""},
		{"last lines", []string{"one", "two", "", "three", "four s3cr3t-value", ""}, "two\nthree\nfour ***"},
		{"long", []string{"before", strings.Repeat("x", 600)}, strings.Repeat("x", 500)},
		{"secret at the cut", []string{strings.Repeat("x", 496) + "s3cr3t-value"}, strings.Repeat("x", 496) + "***"},
		{"cut before", []string{strings.Repeat("y", 50), strings.Repeat("x", 489)}, strings.Repeat("y", 10) + "\n" + strings.Repeat("x", 489)},
		{"within a rune", []string{strings.Repeat("x", 499) + "é"}, strings.Repeat("x", 499)},
	} {
		got := l.Tail(tt.lines).Value.String()
		if tt.want == "" {
			got = l.Tail(tt.lines).Key
		}
		if got != tt.want || !utf8.ValidString(got) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
