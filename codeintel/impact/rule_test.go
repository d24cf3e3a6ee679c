package impact

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// TestSeverity is the rule that Operation tells, row by row: modify, refactor,
// delete.
func TestSeverity(t *testing.T) {
	for _, tt := range []struct {
		name   string
		isType bool
		d      Dependent
		want   [3]Severity
	}{
		{"call", false, Dependent{Depth: 1, Relation: graph.Call}, [3]Severity{Major, Major, Breaking}},
		{"value", false, Dependent{Depth: 1, Relation: graph.Reference}, [3]Severity{Major, Major, Breaking}},
		{"heir", false, Dependent{Depth: 1, Relation: graph.Extends}, [3]Severity{Major, Major, Breaking}},
		{"type of a class", false, Dependent{Depth: 1, Relation: graph.Reference, TypeOnly: true}, [3]Severity{Minor, Major, Breaking}},
		{"type", true, Dependent{Depth: 1, Relation: graph.Reference, TypeOnly: true}, [3]Severity{Major, Major, Breaking}},
		{"implementer", true, Dependent{Depth: 1, Relation: graph.Implements}, [3]Severity{Major, Major, Breaking}},
		{"import", false, Dependent{Depth: 1, Relation: graph.Import}, [3]Severity{Minor, Major, Breaking}},
		{"possible", false, Dependent{Depth: 1, Relation: graph.Call, Possible: true}, [3]Severity{Minor, Minor, Major}},
		{"second", false, Dependent{Depth: 2, Relation: graph.Call}, [3]Severity{Minor, Minor, Major}},
		{"third", false, Dependent{Depth: 3, Relation: graph.Call}, [3]Severity{Minor, Minor, Minor}},
		{"by name", false, Dependent{Depth: 1, Relation: graph.Call, Confidence: facts.Heuristic}, [3]Severity{Minor, Minor, Major}},
	} {
		for i, o := range []Operation{Modify, Refactor, Delete} {
			b := &builder{operation: o, isType: tt.isType}
			if got := b.severity(&tt.d); got != tt.want[i] {
				t.Errorf("%s: %s is %v, want %v", o, tt.name, got, tt.want[i])
			}
		}
	}
}

// TestRisk: what each input adds, and where the levels begin.
func TestRisk(t *testing.T) {
	for _, tt := range []struct {
		m     measures
		score int
		level Level
	}{
		{measures{operation: Delete}, 0, Low},
		{measures{operation: Delete, exported: true}, 5, Low},
		{measures{operation: Modify, direct: 1, files: 1, tests: 1}, 6, Low},
		{measures{operation: Modify, direct: 1, files: 1}, 11, Low},
		{measures{operation: Delete, direct: 3, files: 1, tests: 9}, 20, Medium},
		{measures{operation: Modify, direct: 5, transitive: 5, files: 4, exported: true, tests: 1}, 39, Medium},
		{measures{operation: Refactor, direct: 5, transitive: 5, files: 4, exported: true, tests: 1}, 46, High},
		{measures{operation: Delete, direct: 8, transitive: 6, files: 5, tests: 1}, 67, High},
		{measures{operation: Delete, direct: 8, transitive: 8, files: 5, tests: 1}, 71, Critical},
		{measures{operation: Delete, direct: 1000, transitive: 1000, files: 1000, exported: true}, 100, Critical},
	} {
		r := assess(tt.m)
		if r.Score != tt.score || r.Level != tt.level || r.Exported != tt.m.exported {
			t.Errorf("%+v: %s", tt.m, r.Rule)
		}
	}
	rule := assess(measures{operation: Modify, direct: 2, files: 1, unresolved: graph.UnresolvedCounts{Calls: 2, Imports: 1}}).Rule
	want := "LOW (below 20): score 15 = 0.7 (modify) × (12 for 2 direct + 0 for 0 transitive dependents + 2 for 1 file) + " +
		"0 (not exported) + 5 (no test reaches it); 3 places that could not be resolved may add to it"
	if rule != want {
		t.Errorf("got  %s\nwant %s", rule, want)
	}
	unknown := assess(measures{operation: Modify, unresolved: graph.UnresolvedCounts{Calls: 1}})
	if unknown.Level != Medium || unknown.Score != 20 || !strings.HasSuffix(unknown.Rule, "; raised from 0, as 1 call that may be of it could not be resolved") {
		t.Errorf("nothing is known: %+v", unknown)
	}
}

// TestSentences: numbers and verbs agree.
func TestSentences(t *testing.T) {
	call, far := Dependent{Depth: 1, Relation: graph.Call}, Dependent{Depth: 2}
	maybe := Dependent{Depth: 1, Relation: graph.Call, Possible: true}
	f := &File{Severity: Breaking, Elements: []Dependent{
		call, call, maybe, maybe,
		{Depth: 1, Relation: graph.Reference, TypeOnly: true},
		{Depth: 1, Overrides: true},
		far, far,
		{Depth: 1, Relation: graph.Import, again: true},
		{Depth: 1, Relation: graph.Implements},
		{Depth: 1, Relation: graph.Extends},
	}}
	got := (&builder{operation: Delete}).sentence(f)
	want := "Breaks: 2 elements call it, 2 may call it, 1 uses its type, 1 extends it, 1 implements it, 1 overrides it, " +
		"1 re-exports it, 2 depend on it indirectly."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, p := range phrases() {
		if verb := counted(2, p, false); strings.Contains(verb, "s it") && !strings.Contains(verb, "its") {
			t.Errorf("%q", verb)
		}
	}
}

// TestInnermost: a place belongs to the smallest test case around it.
func TestInnermost(t *testing.T) {
	of := &facts.Inspection{
		Decls: []facts.Decl{{Element: facts.Element{ID: "@Fn/a#TestA"}}},
		Tests: []facts.Test{{Name: "TestA", Decl: 0, Line: 1, EndLine: 20}, {Name: "TestA > b", Decl: -1, Line: 5, EndLine: 9}},
	}
	got := testsAt("a", of, []place{{line: 7, depth: 3}, {line: 6, depth: 2}, {line: 12, depth: 1}, {line: 30, depth: 1}})
	if len(got) != 2 {
		t.Fatalf("%+v", got)
	}
	for _, test := range got {
		want := Test{File: "a", Name: "TestA", Line: 1, ID: "@Fn/a#TestA", Depth: 1}
		if test.Name != "TestA" {
			want = Test{File: "a", Name: "TestA > b", Line: 5, Depth: 2}
		}
		if test != want {
			t.Errorf("%+v, want %+v", test, want)
		}
	}
	if got := testsAt("a", of, []place{{line: 30, depth: 4}}); len(got) != 1 || got[0] != (Test{File: "a", Depth: 4}) {
		t.Errorf("outside of test cases: %+v", got)
	}
}
