package resourceuri

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzParse checks that parsing returns an address or an error for any input, and that the
// URI of the address parses to the same address.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"coderef://projects", "coderef://summary/home/me/shop", "coderef://elements/a?languages=ts,js&limit=5&cursor=AAAA",
		"coderef://element/a%20b?target=%40Fn%2Fsrc%2Fa.ts%23f", "coderef://source/é?target=@Fn/a.ts%23f",
		"coderef://source/a?target=a.ts#f",
		"coderef://source/100%?target=%", "coderef://relations/a?target=x&&query_type=calls&max_depth=3",
		"coderef://summary/%ff?%ff=%ff",
		"coderef:summary/a", "coderef://me:secret@summary:80/a", "coderef://[::1]/a", "coderef://[/a", "file:///a", "",
		"%", "?", "://", "coderef://%41/a",
		"coderef://summary/a?b;c=d+e", "coderef://summary//../..", "coderef://summary/\x00", "coderef://summary/\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		uri := Normalize(in)
		if again := Normalize(uri); again != uri {
			t.Errorf("%q: got %q, normalized again %q, want the same", in, uri, again)
		}
		a, err := Parse(uri)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) && !errors.Is(err, ErrForeign) {
				t.Errorf("%q: got error %v, want a SyntaxError with a message or ErrForeign", in, err)
			}
			return
		}
		if !utf8.ValidString(a.Path) || a.Path != "" && !strings.HasPrefix(a.Path, "/") || strings.Contains(in, "#") {
			t.Errorf("%q: got path %q, want an absolute path or none", in, a.Path)
		}
		again, err := Parse((&url.URL{
			Scheme: Scheme, Host: a.Kind, Path: a.Path,
			RawQuery: strings.ReplaceAll(a.Parameters.Encode(), "+", "%20"),
		}).String())
		if err != nil || again.Kind != a.Kind || again.Path != a.Path || again.Parameters.Encode() != a.Parameters.Encode() {
			t.Errorf("%q: got %+v from the formatted URI, %v, want %+v", in, again, err, a)
		}
	})
}

// FuzzFormat checks that the URI of any project and target parses to them, and that
// Normalize does not change it.
func FuzzFormat(f *testing.F) {
	for _, seed := range [][2]string{
		{"/home/me/shop", "@Fn/src/a.ts#f"},
		{"/a b", "src/c d.ts"},
		{"/a b/%41/?x#y", "a&b=c+d;e%20"},
		{"/é/日本", "é"},
		{"//a//", "@H/a.ts#f:12{k=v}"},
		{"/", ""},
		{"/:a@b", "*"},
		{"/[]", "[]"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, root, target string) {
		if !utf8.ValidString(root+target) || !strings.HasPrefix(root, "/") {
			return
		}
		uri := Format("source", root, target)
		if Normalize(uri) != uri {
			t.Errorf("%q: got %q after Normalize, want it unchanged", uri, Normalize(uri))
		}
		a, err := Parse(uri)
		if err != nil || a.Kind != "source" || a.Path != root || a.Parameters.Get("target") != target {
			t.Errorf("%q: got %+v, %v, want root %q, target %q", uri, a, err, root, target)
		}
	})
}
