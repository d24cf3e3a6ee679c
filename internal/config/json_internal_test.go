package config

import (
	"fmt"
	"strings"
	"testing"
)

func TestPlacesInJSON(t *testing.T) {
	root, err := parseJSON(
		[]byte("\xef\xbb\xbf{ // ü\n\t\"ä\": /* ö */ [1, \"x\\u0041\",\n\n {\"k\": -2.5e3},], \"l\": null}"),
	)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var walk func(path string, v *jsonValue)
	walk = func(path string, v *jsonValue) {
		got = append(got, fmt.Sprintf("%s %d:%d %c %s", path, v.at.line, v.at.column, v.kind, v.text))
		for i, item := range v.items {
			walk(indexed(path, i), item)
		}
		for _, m := range v.members {
			got = append(got, fmt.Sprintf("%s key %d:%d", join(path, m.name), m.at.line, m.at.column))
			walk(join(path, m.name), m.value)
		}
	}
	walk("", root)
	want := []string{
		" 1:1 { ",
		"ä key 2:2",
		"ä 2:15 [ ",
		"ä[0] 2:16 0 1",
		`ä[1] 2:19 " xA`,
		"ä[2] 4:2 { ",
		"ä[2].k key 4:3",
		"ä[2].k 4:8 0 -2.5e3",
		"l key 4:19",
		"l 4:24 n ",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSyntaxErrorsOfJSON(t *testing.T) {
	deep := strings.Repeat("[", Depth+2)
	tests := []struct{ name, in, want string }{
		{"plain", "{\n  \"a\" 1}", "2:7 "},
		{"after a comment", "{ // ü\n  \"ü\" 1}", "2:7 invalid character '1' after object name"},
		{"open comment", "{\n} /*", "2:3 comment is not closed"},
		{"two commas", "[1,,]", "1:4 "},
		{"comma alone", "[,]", "1:2 invalid character ',' at start of value"},
		{"too deep", deep, "1:130 nested too deeply"},
		{"too deep, with a comment", "//\n" + deep, "2:130 nested too deeply"},
		{"very deep, with a comment", "//\n" + strings.Repeat("[", 1<<20), "2:130 nested too deeply"},
		{"not UTF-8", "{\"\xff\": 1}", "1:3 invalid UTF-8"},
		{"not UTF-8 in a comment", "{} //\xff", "1:4 invalid UTF-8 in comment"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := parseJSON([]byte(test.in))
			if err == nil {
				t.Fatal("no error")
			}
			if got := fmt.Sprintf("%d:%d %s", err.at.line, err.at.column, err.message); !strings.HasPrefix(
				got, test.want,
			) {
				t.Errorf("got %q, want %q …", got, test.want)
			}
		})
	}
}

func TestEnvFile(t *testing.T) {
	values, bad := parseEnvFile(
		[]byte(
			"\xef\xbb\xbfA=1\r\n\n  # B=2\nexport C = 3 # three\nD=a#b\nE=\"x\\n\\\"y\\\" \\z # no\" # yes\nF='a\\n'\nG=\n" +
				"H=#none\nI=\"ü\\é\"\n",
		),
	)
	if len(bad) > 0 {
		t.Errorf("got malformed lines %+v, want none", bad)
	}
	want := map[string]string{
		"A": "1", "C": "3", "D": "a#b", "E": "x\n\"y\" \\z # no", "F": `a\n`, "G": "", "H": "", "I": `ü\é`,
	}
	if len(values) != len(want) {
		t.Errorf("got values %q, want %q", values, want)
	}
	for name, value := range want {
		if values[name] != value {
			t.Errorf("%s: got %q, want %q", name, values[name], value)
		}
	}
}
