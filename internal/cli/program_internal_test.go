package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/internal/cli/toolargs"
)

// A suggested command works in the shell in which it is printed.
func TestProgramName(t *testing.T) {
	installed, other := filepath.Join(t.TempDir(), "coderefd"), filepath.Join(t.TempDir(), "coderefd")
	for _, path := range []string{installed, other} {
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ path, want string }{
		{"", "coderefd"},
		{"coderefd", "coderefd"},
		{"bin/coderefd", "bin/coderefd"},
		{"./my tools/coderefd", "'./my tools/coderefd'"},
		{installed, "coderefd"},
		{other, other},
	} {
		p := &Program{Path: test.path, Environ: []string{"PATH=/nonexistent:" + filepath.Dir(installed)}}
		if got := p.name(); got != test.want {
			t.Errorf("%q: got %q, want %q", test.path, got, test.want)
		}
	}
}

func TestUnknownArguments(t *testing.T) {
	for _, test := range []struct{ schema, want string }{
		{`{"properties":{"limit":{}}}`, `warning: argument "limt" is not in the schema of t; did you mean limit?` + "\n"},
		{`{"properties":{"limit":{}},"additionalProperties":false}`, `warning: argument "limt" is not in the schema of t; did you mean limit?` + "\n"},
		{`{"properties":{"x":{}}}`, `warning: argument "limt" is not in the schema of t` + "\n"},
		{`{"properties":{"limit":{}},"additionalProperties":true}`, ""},
		{`{"properties":{"limit":{}},"additionalProperties":{"type":"string"}}`, ""},
		{`{"properties":{"limit":{}},"patternProperties":{"^l":{}}}`, ""},
		{`{"properties":{"limit":{}},"allOf":[{"properties":{"limt":{}}}]}`, ""},
		{`{"type":"object"}`, ""},
	} {
		var out strings.Builder
		s := toolargs.ReadSchema([]byte(`{"inputSchema":` + test.schema + `}`))
		warnUnknown(&out, "t", s, []toolargs.Assignment{{Name: "limt"}, {Name: "limt"}})
		if out.String() != test.want {
			t.Errorf("%s: got %q, want %q", test.schema, out.String(), test.want)
		}
	}
}
