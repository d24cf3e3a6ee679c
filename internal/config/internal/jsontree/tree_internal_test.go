package jsontree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/config/internal/problem"
)

const testDepth = 128

func TestPlacesInJSON(t *testing.T) {
	root, err := Parse(
		[]byte("\xef\xbb\xbf{ // ü\n\t\"ä\": /* ö */ [1, \"x\\u0041\",\n\n {\"k\": -2.5e3},], \"l\": null}"),
		testDepth,
	)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var walk func(path string, v *Value)
	walk = func(path string, v *Value) {
		got = append(got, fmt.Sprintf("%s %d:%d %c %s", path, v.At.Line, v.At.Column, v.Kind, v.Text))
		for i, item := range v.Items {
			walk(problem.Indexed(path, i), item)
		}
		for _, m := range v.Members {
			got = append(got, fmt.Sprintf("%s key %d:%d", problem.Join(path, m.Name), m.At.Line, m.At.Column))
			walk(problem.Join(path, m.Name), m.Value)
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
	deep := strings.Repeat("[", testDepth+2)
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
			_, err := Parse([]byte(test.in), testDepth)
			if err == nil {
				t.Fatalf("Parse(%q): got no error, want one", test.in)
			}
			if got := fmt.Sprintf("%d:%d %s", err.At.Line, err.At.Column, err.Message); !strings.HasPrefix(
				got, test.want,
			) {
				t.Errorf("got %q, want %q …", got, test.want)
			}
		})
	}
}

// Comments and trailing commas change neither the values nor their positions.
func FuzzStandardJSON(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"a":[1,"//",{}]}`, "// x\n[1,]", "/**/1//", `{"a":1,}`, "[,]", "\"\\"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		plain, invalid := standardJSON(data)
		switch {
		case invalid != nil && (invalid.offset >= len(data) || data[invalid.offset] != '/'):
			t.Errorf("got an invalid comment at %d, want a / within the %d bytes", invalid.offset, len(data))
		case json.Valid(data) && !bytes.Equal(plain, data):
			t.Errorf("standardJSON(%q) = %q, want valid JSON unchanged", data, plain)
		case len(plain) != len(data) || !sameLines(plain, data):
			t.Errorf("standardJSON(%q) = %q, want the line ends at the same places", data, plain)
		}
	})
}

// sameLines reports whether two texts of the same length have line ends at the same offsets.
func sameLines(a, b []byte) bool {
	for i, c := range b {
		if (a[i] == '\n') != (c == '\n') {
			return false
		}
	}
	return true
}
