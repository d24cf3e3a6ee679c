package mcpfile

import (
	"bytes"
	"strings"
	"testing"
)

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

func FuzzEnvFile(f *testing.F) {
	for _, seed := range []string{"", "A=1", "export A='x' # c", "A=\"\\n\\", "=", "A", "\xef\xbb\xbfA=b\r\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		values, bad := parseEnvFile(data)
		if lines := 1 + bytes.Count(data, []byte("\n")); len(values)+len(bad) > 2*lines {
			t.Errorf("got %d values and %d bad lines from %d lines, want at most two per line", len(values), len(bad), lines)
		}
		for name := range values {
			if name == "" || strings.Contains(name, "=") {
				t.Errorf("got the variable name %q, want one that is not empty and without =", name)
			}
		}
	})
}
