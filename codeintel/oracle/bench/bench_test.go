package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		values []time.Duration
		want   time.Duration
	}{
		{[]time.Duration{7}, 7},
		{[]time.Duration{9, 1, 5}, 5},
		{[]time.Duration{9, 1, 5, 7}, 6},
	} {
		if got := median(test.values); got != test.want {
			t.Errorf("median of %v is %v, want %v", test.values, got, test.want)
		}
	}
}

func TestCursorOf(t *testing.T) {
	// The line contains the result a second time as text, with escaped quotes.
	line := `{"result":{"content":[{"text":"{\"next_cursor\":\"abc\"}"}],"structuredContent":{"next_cursor":"abc"}}}`
	if got := cursorOf([]byte(line)); got != "abc" {
		t.Errorf("got cursor %q, want \"abc\"", got)
	}
	if got := cursorOf([]byte(`{"result":{"content":[{"text":"next_cursor"}]}}`)); got != "" {
		t.Errorf("got cursor %q from a last page, want none", got)
	}
}

func TestRelativeTo(t *testing.T) {
	for _, test := range []struct{ folder, file, want string }{
		{".", "a.ts", "./a.ts"},
		{".", "x/a.ts", "./x/a.ts"},
		{"x", "x/a.ts", "./a.ts"},
		{"x", "a.ts", "../a.ts"},
		{"x/y", "x/z/a.ts", "../z/a.ts"},
		{"x/y", "a.ts", "../../a.ts"},
	} {
		if got := relativeTo(test.folder, test.file); got != test.want {
			t.Errorf("from %s to %s: %s, want %s", test.folder, test.file, got, test.want)
		}
	}
}

// After each kind of edit, only a result that reflects the edit passes.
func TestEdits(t *testing.T) {
	const caller = "import { f } from './f';\nexport function g() {\n  const n = 1;\n  return f(n);\n}\n"
	before := map[string]queryResult{
		"calls-me":   {Results: []relation{{File: "g.ts", Line: 4}}},
		"imports-me": {Results: []relation{{File: "g.ts", Line: 1}}},
	}
	after := []queryResult{
		{Results: []relation{{File: "g.ts", Line: 5}}},
		{Element: element{Name: "benchFunction1", Line: 4}},
		{Results: []relation{{File: "f.ts", Line: 4}, {File: "g.ts", Line: 4}}},
		{Results: []relation{{File: "g.ts", Line: 1}, {File: "h.ts", Line: 2}}},
	}
	for i, kind := range edits() {
		t.Run(kind.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range map[string]string{
				"f.ts": "export function f(n: number) {\n  return n;\n}\n", "g.ts": caller, "h.ts": "export {};\n",
			} {
				if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			e := &editor{root: root, count: 1}
			target := &target{element: element{ID: "@Fn/f.ts#f", Name: "f", File: "f.ts", Line: 1, EndLine: 3}}
			c, err := kind.make(e, target, before[kind.queryType])
			if err != nil {
				t.Fatal(err)
			}
			old, err := e.read(c.file)
			if err != nil || c.text == old {
				t.Fatalf("edit of %s: got error %v, unchanged %t, want another text:\n%s", c.file, err, c.text == old, c.text)
			}
			if err := c.want(before[kind.queryType]); err == nil {
				t.Error("the result from before the edit passes, want an error")
			}
			if err := c.want(after[i]); err != nil {
				t.Errorf("the result after the edit: got error %v, want none; the file:\n%s", err, c.text)
			}
		})
	}
}

func TestVerdictAndReport(t *testing.T) {
	b := &bench{}
	b.add(row{job: "one", met: judge(true)})
	b.add(row{job: "two", met: noGoal})
	if b.missed {
		t.Error("got missed = true without a missed goal, want false")
	}
	b.add(row{job: "three", met: judge(false)})
	if !b.missed {
		t.Error("got missed = false with a missed goal, want true")
	}
	if got := b.report(); !strings.Contains(got, "| three |") || !strings.Contains(got, string(notMet)) {
		t.Errorf("got the report below, want the missed goal in it, as | three | and %q:\n%s", notMet, got)
	}
}
