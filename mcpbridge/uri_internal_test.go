package mcpbridge

import (
	"bytes"
	"net/url"
	"strings"
	"testing"
)

// FuzzCheckURI: what passes is absolute, and cannot end the line it travels on.
func FuzzCheckURI(f *testing.F) {
	for _, uri := range []string{"file:///a%20b?c#d", "a:", "A+-.1:[x]", "no scheme", "a:\n", "a:%4", "a:{x}", "a:ä", "a:\x7f", "1:a", ":"} {
		f.Add(uri)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		if checkURI(uri) != nil {
			return
		}
		if scheme, _, ok := strings.Cut(uri, ":"); !ok || scheme == "" || strings.ContainsAny(scheme, "/?#") {
			t.Fatalf("%q has no scheme", uri)
		}
		if i := bytes.IndexFunc([]byte(uri), func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"<>\\^`{|}", r) }); i >= 0 {
			t.Fatalf("%q has a character that no URI has", uri)
		}
		if _, err := url.PathUnescape(uri); err != nil {
			t.Fatalf("%q: %v", uri, err)
		}
	})
}
