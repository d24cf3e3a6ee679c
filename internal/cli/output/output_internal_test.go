package output

import (
	"bytes"
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "über\tall\n", "über\tall\n"},
		{"escape", "\x1b[31mred", `\u001b[31mred`},
		{"carriage return", "a\rb", `a\u000db`},
		{"C1", "a\u009bb", `a\u009bb`},
		{"right to left", "a\u202eb", `a\u202eb`},
		{"broken", "a\xffb", "a\uFFFDb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Clean(test.in); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestOneLine(t *testing.T) {
	tests := []struct{ in, want string }{
		{"  Short.  ", "Short"},
		{"First. Second.", "First"},
		{"Line\nmore", "Line"},
		{"abcdefghijkl", "abcdefghi…"},
		{"äöüäöüäöüäöü", "äöüäöüäöü…"},
	}
	for _, test := range tests {
		if got := OneLine(test.in, 10); got != test.want {
			t.Errorf("%q: got %q, want %q", test.in, got, test.want)
		}
	}
}

// A server's text reaches a program byte for byte. For a terminal, clean escapes it, which does not change
// the JSON value.
func TestPrintExact(t *testing.T) {
	var out bytes.Buffer
	text := "{\"a\":\"\u009b\u202e\"}"
	if err := PrintExact(&out, []byte(text)); err != nil || out.String() != text+"\n" {
		t.Errorf("got %q and error %v, want the text unchanged", out.String(), err)
	}
	if escaped := Clean(text); escaped != `{"a":"\u009b\u202e"}` {
		t.Errorf("got %s, want escaped control characters", escaped)
	}
}

func TestWrapLast(t *testing.T) {
	got := WrapLast([][]string{{"a", "one two three"}, {"b", ""}}, 7)
	want := [][]string{{"a", "one two"}, {"", "three"}, {"b", ""}}
	if len(got) != len(want) {
		t.Fatalf("WrapLast = %q, want %q", got, want)
	}
	for i := range want {
		if strings.Join(got[i], "|") != strings.Join(want[i], "|") {
			t.Errorf("row %d: got %q, want %q", i, got[i], want[i])
		}
	}
}
