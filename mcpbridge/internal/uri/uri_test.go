package uri_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/uri"
)

// FuzzProblem: a text without a problem is absolute and cannot end the line that it is
// written to.
func FuzzProblem(f *testing.F) {
	for _, text := range []string{"file:///a%20b?c#d", "a:", "A+-.1:[x]", "no scheme", "a:\n", "a:%4", "a:{x}", "a:ä", "a:\x7f", "1:a", ":"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if uri.Problem(text) != "" {
			return
		}
		if scheme, _, ok := strings.Cut(text, ":"); !ok || scheme == "" || strings.ContainsAny(scheme, "/?#") {
			t.Fatalf("Problem(%q) = none, want one: the scheme is missing", text)
		}
		invalid := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"<>\\^`{|}", r) }
		if strings.ContainsFunc(text, invalid) {
			t.Fatalf("Problem(%q) = none, want one: a character is not allowed in a URI", text)
		}
		if _, err := url.PathUnescape(text); err != nil {
			t.Fatalf("Problem(%q) = none, want one: %v", text, err)
		}
	})
}
