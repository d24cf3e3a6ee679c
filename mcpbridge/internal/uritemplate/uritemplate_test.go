package uritemplate_test

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/uritemplate"
)

// A prefix is cut before encoding, so that no triplet is split.
func TestPrefixOfTriplets(t *testing.T) {
	for template, want := range map[string]string{
		"{+v:1}": "%25", "{+v:2}": "%254", "{+v:3}": "%41", "{+v:4}": "%41%C3%A4", "{+v:5}": "%41%C3%A4b", "{+v:9}": "%41%C3%A4b",
		"{v:3}": "%2541", "{v:4}": "%2541%C3%A4",
	} {
		parsed, err := uritemplate.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		got := parsed.Expand(map[string]string{"v": "%41äb"})
		if got != want || !parsed.Match(got) {
			t.Errorf("%s expands to %q, want %q", template, got, want)
		}
	}
}

// The examples of RFC 6570 with string values, section by section.
func TestExamplesOfTheRFC(t *testing.T) {
	values := map[string]string{
		"var": "value", "hello": "Hello World!", "half": "50%", "path": "/foo/bar", "base": "http://example.com/home/",
		"empty": "", "v": "6", "x": "1024", "y": "768", "who": "fred", "dub": "me/too", "semi": ";",
	}
	for template, want := range map[string]string{
		"{var}": "value", "{hello}": "Hello%20World%21", "{half}": "50%25", "O{empty}X": "OX", "O{undef}X": "OX",
		"{x,y}": "1024,768", "{x,hello,y}": "1024,Hello%20World%21,768", "?{x,empty}": "?1024,", "?{x,undef}": "?1024",
		"?{undef,y}": "?768", "{var:3}": "val", "{var:30}": "value",

		"{+var}": "value", "{+hello}": "Hello%20World!", "{+half}": "50%25", "{base}index": "http%3A%2F%2Fexample.com%2Fhome%2Findex",
		"{+base}index": "http://example.com/home/index", "O{+empty}X": "OX", "O{+undef}X": "OX", "{+path}/here": "/foo/bar/here",
		"here?ref={+path}": "here?ref=/foo/bar", "up{+path}{var}/here": "up/foo/barvalue/here",
		"{+x,hello,y}": "1024,Hello%20World!,768", "{+path,x}/here": "/foo/bar,1024/here", "{+path:6}/here": "/foo/b/here",

		"{#var}": "#value", "{#hello}": "#Hello%20World!", "{#half}": "#50%25", "foo{#empty}": "foo#", "foo{#undef}": "foo",
		"{#x,hello,y}": "#1024,Hello%20World!,768", "{#path,x}/here": "#/foo/bar,1024/here", "{#path:6}/here": "#/foo/b/here",

		"{.who}": ".fred", "{.who,who}": ".fred.fred", "{.half,who}": ".50%25.fred", "X{.var}": "X.value", "X{.empty}": "X.",
		"X{.undef}": "X", "X{.var:3}": "X.val",

		"{/who}": "/fred", "{/who,who}": "/fred/fred", "{/half,who}": "/50%25/fred", "{/who,dub}": "/fred/me%2Ftoo",
		"{/var}": "/value", "{/var,empty}": "/value/", "{/var,undef}": "/value", "{/var,x}/here": "/value/1024/here",
		"{/var:1,var}": "/v/value",

		"{;who}": ";who=fred", "{;half}": ";half=50%25", "{;empty}": ";empty", "{;v,empty,who}": ";v=6;empty;who=fred",
		"{;v,bar,who}": ";v=6;who=fred", "{;x,y}": ";x=1024;y=768", "{;x,y,empty}": ";x=1024;y=768;empty", "{;hello:5}": ";hello=Hello",

		"{?who}": "?who=fred", "{?half}": "?half=50%25", "{?x,y}": "?x=1024&y=768", "{?x,y,empty}": "?x=1024&y=768&empty=",
		"{?x,y,undef}": "?x=1024&y=768", "{?var:3}": "?var=val",

		"{&who}": "&who=fred", "{&half}": "&half=50%25", "?fixed=yes{&x}": "?fixed=yes&x=1024",
		"{&x,y,empty}": "&x=1024&y=768&empty=", "{&x,y,undef}": "&x=1024&y=768", "{&var:3}": "&var=val",
	} {
		parsed, err := uritemplate.Parse(template)
		if err != nil {
			t.Errorf("Parse(%s): got error %v, want none", template, err)
			continue
		}
		if got := parsed.Expand(values); got != want {
			t.Errorf("%s expands to %q, want %q", template, got, want)
		}
		if !parsed.Match(want) {
			t.Errorf("Match of %s with %q = false, want true", template, want)
		}
	}
}

func TestExpandsUTF8(t *testing.T) {
	values := map[string]string{"v": "ä€😀 \x00", "p": "%41%4"}
	for template, want := range map[string]string{
		"a:{v}": "a:%C3%A4%E2%82%AC%F0%9F%98%80%20%00", "a:{v:2}": "a:%C3%A4%E2%82%AC", "a:ü{+p}": "a:%C3%BC%41%254", "a:{p}": "a:%2541%254",
	} {
		parsed, err := uritemplate.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		if got := parsed.Expand(values); got != want || !parsed.Match(got) {
			t.Errorf("%s expands to %q, want %q", template, got, want)
		}
	}
}

// Lists and maps cannot be expanded, but URIs that servers made from them match.
func TestMatch(t *testing.T) {
	for _, test := range []struct {
		template, uri string
		want          bool
	}{
		{"test://template/{id}/data", "test://template/1/data", true},
		{"test://template/{id}/data", "test://template/a%20b/data", true},
		{"test://template/{id}/data", "test://template/a/b/data", false},
		{"test://template/{id}/data", "test://template/1/data/more", false},
		{"test://template/{id}/data", "xtest://template/1/data", false},
		{"test://template/{id}/data", "test://template/1/data\n", false},
		{"a.b:{x}", "aXb:1", false},
		{"file:///{+path}", "file:///a/b c", false},
		{"file:///{+path}", "file:///a/b/c.txt?x=1", true},
		{"file://{/path*}", "file:///a/b/c", true},
		{"list:{x}", "list:red,green,blue", true},
		{"s:{?q,limit}", "s:", true},
		{"s:{?q,limit}", "s:?limit=3", true},
		{"s:{?q,limit}", "s:?q=a&limit=3", true},
		{"s:{?q,limit}", "s:?other=3", false},
		{"s:{?q,limit}", "s:?limit=3&q=a&q=b", true},
		{"s:{?q,limit}", "s:?q=a&other=3", false},
		{"s:{?q}", "s:?q=a&q=b", false},
		{"s:{?keys*}", "s:?semi=%3B&dot=.", true},
		{"s:{?q}", "s:?q=a/b", false},
		{"s:x{#f}", "s:x#a/b", true},
	} {
		parsed, err := uritemplate.Parse(test.template)
		if err != nil {
			t.Fatalf("Parse(%s): got error %v, want none", test.template, err)
		}
		if got := parsed.Match(test.uri); got != test.want {
			t.Errorf("%s matches %s: got %t, want %t", test.template, test.uri, got, test.want)
		}
	}
}

func TestInvalid(t *testing.T) {
	for template, why := range map[string]string{
		"a:{":                                   "without a }",
		"a:}":                                   "without a {",
		"a:{}":                                  "variable name",
		"a:{x,}":                                "variable name",
		"a:{x y}":                               "variable name",
		"a:{.}":                                 "variable name",
		"a:{x..y}":                              "variable name",
		"a:{x.}":                                "variable name",
		"a:{x:0}":                               "variable name",
		"a:{x:10000}":                           "variable name",
		"a:{x:9999999999999999999999}":          "variable name",
		"a:{x:}":                                "variable name",
		"a:{x:-1}":                              "variable name",
		"a:{=x}":                                "does not begin with an operator",
		"a:{!x}":                                "does not begin with an operator",
		"a:{x{y}}":                              "variable name",
		"a:%4":                                  "hexadecimal",
		"a: b":                                  "not allowed in a URI",
		"a:\n":                                  "not allowed in a URI",
		"a:<b>":                                 "not allowed in a URI",
		"a:\xff":                                "UTF-8",
		strings.Repeat("a", 5000):               "longer than",
		"a:{x" + strings.Repeat(",x", 80) + "}": "more than 64",
		"a:" + strings.Repeat("{x}", 80):        "more than 64",
	} {
		_, err := uritemplate.Parse(template)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%.40q: got error %v, want %q", template, err, why)
		}
	}
}

func TestVariables(t *testing.T) {
	parsed, err := uritemplate.Parse("x://{host}/{+path}{?q,host,limit*}{&more:3}")
	if err != nil {
		t.Fatal(err)
	}
	want := []uritemplate.Variable{{"host", true}, {"path", true}, {"q", false}, {"limit", false}, {"more", false}}
	got := parsed.Variables()
	if len(got) != len(want) {
		t.Fatalf("Variables() = %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("Variables() = %v, want %v", got, want)
		}
	}
}

// A template matches its own expansions, and no text makes the parser fail.
func FuzzExpandAndMatch(f *testing.F) {
	for _, template := range []string{
		"demo://resource/dynamic/text/{resourceId}", "{+a}{#b}{.c}{/d*}{;e:3}{?f,g*}{&h}", "a:{a,b}:{b:2}", "%41ü{%41}", "{a", "}", "{=a}", "{a:99999}",
	} {
		f.Add(template, "a/b", "ä%41%", "")
	}
	f.Add("{+a:2}", "%41", "", "")
	f.Fuzz(func(t *testing.T, template, a, b, uri string) {
		parsed, err := uritemplate.Parse(template)
		if err != nil {
			return
		}
		parsed.Match(uri)
		values := map[string]string{}
		for i, v := range parsed.Variables() {
			switch i % 3 {
			case 0:
				values[v.Name] = a
			case 1:
				values[v.Name] = b
			}
		}
		expanded := parsed.Expand(values)
		for _, c := range []byte(expanded) {
			if c <= ' ' || c >= 0x7f {
				t.Fatalf("%q expands to %q, want a URI", template, expanded)
			}
		}
		if !parsed.Match(expanded) {
			t.Fatalf("Match of %q with its own expansion %q = false, want true", template, expanded)
		}
	})
}
