package mcpserver

import (
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestOddPaths: a project may lie in a folder of any name, and be reached
// through links.
func TestOddPaths(t *testing.T) {
	s, base := connect(t, nil), sample(t)
	for _, name := range []string{
		"with space", "100%", "%41", "what?", "a#b", "a+b", "a&b=c;d", "[x]", "naïve/日本", "a\\b", `"quoted"`, "{b}", "~me@home:1", "tab\there", "!$'()*,",
	} {
		dir := filepath.Join(base, name)
		writeFile(t, filepath.Join(dir, "f.ts"), "export const f = 1;\n")
		var got summaryAnswer
		if err := json.Unmarshal([]byte(readJSON(t, s, resourceURI("summary", dir, ""))), &got); err != nil || got.Root != dir || got.Files != 1 {
			t.Errorf("%s: %v, %+v", name, err, got)
		}
		// As the template expands the path once ? # and % are encoded, and with
		// the rest left as it is.
		raw := strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23").Replace(dir)
		contents := read(t, s, "coderef://source"+raw+"?target=@V/f.ts%23f")
		if contents[0].Text != "export const f = 1;\n" {
			t.Errorf("%s, raw: %+v", name, contents[0])
		}
	}
	if err := os.Symlink(filepath.Join(base, "src"), filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	var got summaryAnswer
	if err := json.Unmarshal([]byte(readJSON(t, s, "coderef://summary"+base+"/./link")), &got); err != nil || got.Root != filepath.Join(base, "src") {
		t.Errorf("through a link: %v, %+v", err, got)
	}
}

// FuzzParseURI: whatever is asked for, parsing ends in an address or a refusal,
// and the address is what its own URI says.
func FuzzParseURI(f *testing.F) {
	for _, seed := range []string{
		"coderef://projects", "coderef://summary/home/me/shop", "coderef://elements/a?languages=ts,js&limit=5&cursor=AAAA",
		"coderef://element/a%20b?target=%40Fn%2Fsrc%2Fa.ts%23f", "coderef://source/é?target=@Fn/a.ts%23f", "coderef://source/a?target=a.ts#f",
		"coderef://source/100%?target=%", "coderef://relations/a?target=x&&query_type=calls&max_depth=3", "coderef://summary/%ff?%ff=%ff",
		"coderef:summary/a", "coderef://me:secret@summary:80/a", "coderef://[::1]/a", "coderef://[/a", "file:///a", "", "%", "?", "://", "coderef://%41/a",
		"coderef://summary/a?b;c=d+e", "coderef://summary//../..", "coderef://summary/\x00", "coderef://summary/\xff",
	} {
		f.Add(seed)
	}
	known := []string{"target", "languages", "limit", "cursor", "query_type", "max_depth"}
	f.Fuzz(func(t *testing.T, in string) {
		uri := normalizeURI(in)
		if again := normalizeURI(uri); again != uri {
			t.Errorf("%q became %q, then %q", in, uri, again)
		}
		a, err := parseURI(uri)
		if err != nil {
			var no *refusal
			if !errors.As(err, &no) {
				t.Errorf("%q: no refusal: %v", in, err)
			}
			return
		}
		if !utf8.ValidString(a.path) || a.path != "" && !strings.HasPrefix(a.path, "/") || strings.Contains(in, "#") {
			t.Errorf("%q: path %q", in, a.path)
		}
		again, err := parseURI((&url.URL{Scheme: scheme, Host: a.kind, Path: a.path, RawQuery: strings.ReplaceAll(a.parameters.Encode(), "+", "%20")}).String())
		if err != nil || again.kind != a.kind || again.path != a.path || again.parameters.Encode() != a.parameters.Encode() {
			t.Errorf("%q: %+v became %+v, %v", in, a, again, err)
		}
		args, err := a.arguments(known)
		if err != nil {
			return
		}
		for name, value := range args {
			if !json.Valid(value) || name != "project_path" && !slices.Contains(known, name) {
				t.Errorf("%q: argument %s is %s", in, name, value)
			}
		}
	})
}

// FuzzResourceURI: every project and target has a URI that stands for it and
// that normalizing leaves alone.
func FuzzResourceURI(f *testing.F) {
	for _, seed := range [][2]string{
		{"/home/me/shop", "@Fn/src/a.ts#f"}, {"/a b/%41/?x#y", "a&b=c+d;e%20"}, {"/é/日本", "é"}, {"//a//", "@H/a.ts#f:12{k=v}"}, {"/", ""},
		{"/:a@b", "*"}, {"/[]", "[]"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, root, target string) {
		if !utf8.ValidString(root+target) || !strings.HasPrefix(root, "/") {
			return
		}
		uri := resourceURI("source", root, target)
		if normalizeURI(uri) != uri {
			t.Errorf("%q is not normal", uri)
		}
		a, err := parseURI(uri)
		if err != nil || a.kind != "source" || a.path != root || a.parameters.Get("target") != target {
			t.Errorf("%q: %+v, %v", uri, a, err)
		}
	})
}
