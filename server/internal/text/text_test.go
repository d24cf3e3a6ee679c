package text_test

import (
	"testing"

	"github.com/coderef-system/coderefd/server/internal/text"
)

func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		s     string
		limit int
		want  string
	}{
		{"", 0, ""},
		{"abcd", 4, "abcd"},
		{"abcde", 4, "a…"},
		{"äöüä", 7, "äö…"},
		{"äöüä", 6, "ä…"}, // the limit is within a rune
		{"abcd", 3, "…"},
		{"abcd", 2, ""},
		{"\xff\xbf\xbf\xbf\xbf", 4, "…"},
	} {
		if got := text.Cut(tt.s, tt.limit); got != tt.want {
			t.Errorf("%q at %d: %q, want %q", tt.s, tt.limit, got, tt.want)
		}
	}
}
