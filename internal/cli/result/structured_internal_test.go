package result

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStructured prints structured content for people.
func TestStructured(t *testing.T) {
	for _, test := range []struct {
		name, structured, want, warnings string
	}{
		{
			name: "values",
			structured: `{"success": true, "risk_level": "HIGH", "exported": false, "score": 12345678901234567890,
				"none": null, "unresolved": {"calls": 2, "imports": 0}, "languages": ["go", "ts"], "empty": []}`,
			want: "risk level  HIGH\nexported    no\nscore       12345678901234567890\n" +
				"unresolved  calls 2, imports 0\nlanguages   go, ts\n",
		},
		{
			name: "table with places, ids last, without unused columns",
			structured: `{"total": 2, "functions": [
				{"id": "@Fn/a.ts#f", "name": "f", "file": "a.ts", "line": 3, "end_line": 9, "cyclomatic": 4, "async": false},
				{"id": "@Fn/b.ts#g", "name": "g", "file": "b.ts", "line": 1, "end_line": 2, "cyclomatic": 1, "async": false}]}`,
			want: "total  2\n\nfunctions (2)\n" +
				"  NAME  PLACE   CYCLOMATIC  ID\n  f     a.ts:3  4           @Fn/a.ts#f\n  g     b.ts:1  1           @Fn/b.ts#g\n",
		},
		{
			name: "table with inner objects",
			structured: `{"elements": [{"element": {"id": "i", "name": "f", "file": "a.ts", "line": 3}, "metrics": {"lines": 1, "level": "low"}}],
				"files": [{"file": "a.ts", "name": "n", "functions": {"name": "m", "total": 2}}]}`,
			want: "elements (1)\n  NAME  PLACE   LINES  LEVEL  ID\n  f     a.ts:3  1      low    i\n\n" +
				"files (1)\n  FILE  NAME  FUNCTIONS\n  a.ts  n     name m, total 2\n",
		},
		{
			name: "tree",
			structured: `{"ripple_effects": [{"file": "b.ts", "severity": "breaking", "min_depth": 1,
				"elements": [{"name": "g", "line": 4, "direct": true}]}, {"file": "c.ts", "severity": "minor", "elements": []}]}`,
			want: "ripple effects (2)\n  b.ts  breaking  min depth 1\n    elements (1)\n      NAME  LINE  DIRECT\n" +
				"      g     4     yes\n  c.ts  minor\n",
		},
		{
			name:       "text of several lines, object",
			structured: `{"diff": "--- a\n+++ b\n", "summary": {"by": {"kind": 1}, "text": "x"}}`,
			want:       "diff\n  --- a\n  +++ b\n\nsummary\n  by    kind 1\n  text  x\n",
		},
		{
			name:       "next page and warnings",
			structured: `{"total": 1, "next_cursor": "c2", "warnings": ["a.ts:1: \u001b[31m"]}`,
			want:       "total  1\n\nthe next page: --arg cursor=c2\n",
			warnings:   "warning: a.ts:1: \\u001b[31m\n",
		},
		{
			name:       "control characters",
			structured: `{"a\u001b": "b\u0007", "c": [{"d": "\u001b"}]}`,
			want:       "a\\u001b  b\\u0007\n\nc (1)\n  D\n  \\u001b\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, err := json.Marshal(test.structured)
			if err != nil {
				t.Fatal(err)
			}
			var r mcpResult
			result := `{"content": [{"type": "text", "text": ` + string(text) + `}], "structuredContent": ` + test.structured + `}`
			if err := json.Unmarshal([]byte(result), &r); err != nil {
				t.Fatal(err)
			}
			var out, warnings bytes.Buffer
			printed, err := printStructured(&out, &warnings, r)
			if err != nil || !printed {
				t.Fatalf("printStructured = %t, %v; want true and no error", printed, err)
			}
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if got := warnings.String(); got != test.warnings {
				t.Errorf("warnings = %q, want %q", got, test.warnings)
			}
		})
	}
}

// TestOwnTextIsKept: a text that is not the structured content is printed by printContent.
func TestOwnTextIsKept(t *testing.T) {
	for _, test := range []struct{ name, result string }{
		{"own text", `{"content": [{"type": "text", "text": "hello"}], "structuredContent": {"a": 1}}`},
		{"two blocks", `{"content": [{"type": "text", "text": "{\"a\":1}"}, {"type": "text"}], "structuredContent": {"a": 1}}`},
		{"no structured content", `{"content": [{"type": "text", "text": "{\"a\":1}"}]}`},
		{"a list", `{"content": [], "structuredContent": [1]}`},
		{"too deep", `{"content": [], "structuredContent": {"a": ` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}}`},
	} {
		var r mcpResult
		if err := json.Unmarshal([]byte(test.result), &r); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if printed, err := printStructured(&out, &out, r); printed || err != nil || out.Len() > 0 {
			t.Errorf("%s: printStructured = %t, %v and printed %q; want false, no error and nothing", test.name, printed, err, out.String())
		}
	}
}
