package expand

import (
	"errors"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	env := NewEnvironment([]string{"A=1", "EMPTY=", "NEST=${A}"})
	tests := []struct{ in, want, err string }{
		{"", "", ""},
		{"plain $A $ {A} $$", "plain $A $ {A} $$", ""},
		{"x${A}y${A}", "x1y1", ""},
		{"${EMPTY}", "", ""},
		{"${EMPTY:-d}", "d", ""},
		{"${NOT:-d e}", "d e", ""},
		{"${NOT:-}", "", ""},
		{"${NOT:-${A}}", "${A}", ""}, // a default is not expanded: it ends at the first }
		{"${NEST}", "${A}", ""},
		{"${A", "", "${ without }"},
		{"${}", "", "${}: not a variable name"},
		{"${1A}", "", "${1A}: not a variable name"},
		{"${A B}", "", "${A B}: not a variable name"},
		{"a${NOT}b", "ab", "environment variable NOT is not set; set it, or use ${NOT:-default}"},
	}
	for _, test := range tests {
		t.Run(test.in, func(t *testing.T) {
			got, errs := Text(test.in, env.Substitute)
			message := ""
			if err := errors.Join(errs...); err != nil {
				message = err.Error()
			}
			if got != test.want || message != test.err {
				t.Errorf("got %q, error %q; want %q, error %q", got, message, test.want, test.err)
			}
		})
	}
}

func FuzzExpand(f *testing.F) {
	for _, seed := range []string{"", "${A}", "${A:-b}", "${", "$${A}}", "${A${A}}", "x${NOT}y"} {
		f.Add(seed)
	}
	env := NewEnvironment([]string{"A=value"})
	f.Fuzz(func(t *testing.T, s string) {
		got, err := Text(s, env.Substitute)
		if !strings.Contains(s, "${") && (got != s || err != nil) {
			t.Errorf("Text(%q) = %q, error %v, want it unchanged", s, got, err)
		}
	})
}
