package impact

import (
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
)

// TestSeverityFollowsOperation checks the rule that Operation describes. The columns of want
// are modify, refactor and delete.
func TestSeverityFollowsOperation(t *testing.T) {
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
			tt.d.operation = o
			if got := severity(&tt.d, tt.isType); got != tt.want[i] {
				t.Errorf("%s: %s: got %v, want %v", o, tt.name, got, tt.want[i])
			}
		}
	}
}

// TestRiskScoreAndLevel checks the contribution of each input and the bounds of the levels.
func TestRiskScoreAndLevel(t *testing.T) {
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
			t.Errorf("%+v: got score %d, level %s, exported %t; want %d, %s, %t (%s)",
				tt.m, r.Score, r.Level, r.Exported, tt.score, tt.level, tt.m.exported, r.Rule)
		}
	}
	rule := assess(measures{
		operation: Modify, direct: 2, files: 1, unresolved: graph.UnresolvedCounts{Calls: 2, Imports: 1},
	}).Rule
	want := "LOW (below 20): score 15 = 0.7 (modify) × (12 for 2 direct + 0 for 0 transitive dependents outside tests + 2 for 1 file) + " +
		"0 (not exported) + 5 (no test reaches it); 3 places that could not be resolved may increase it"
	if rule != want {
		t.Errorf("got  %s\nwant %s", rule, want)
	}
	unknown := assess(measures{operation: Modify, unresolved: graph.UnresolvedCounts{Calls: 1}})
	note := "; raised from 0, because 1 call that may lead to the target could not be resolved"
	if unknown.Level != Medium || unknown.Score != 20 || !strings.HasSuffix(unknown.Rule, note) {
		t.Errorf("only an unresolved call: got %+v, want %s, 20 and a rule that ends in %q", unknown, Medium, note)
	}
}

// TestSentenceNumbersAndVerbsAgree checks the sentence about a file and the verb of each phrase.
func TestSentenceNumbersAndVerbsAgree(t *testing.T) {
	call, far := Dependent{Depth: 1, Relation: graph.Call}, Dependent{Depth: 2}
	maybe := Dependent{Depth: 1, Relation: graph.Call, Possible: true}
	f := &File{Severity: Breaking, Elements: []Dependent{
		call, call, maybe, maybe,
		{Depth: 1, Relation: graph.Reference, TypeOnly: true},
		{Depth: 1, Overrides: true},
		far, far,
		{Depth: 1, Relation: graph.Import, reExport: true},
		{Depth: 1, Relation: graph.Implements},
		{Depth: 1, Relation: graph.Extends},
	}}
	for i := range f.Elements {
		f.Elements[i].operation = Delete
	}
	got := sentence(f)
	want := "Breaks: 2 elements call it, 2 may call it, 1 uses its type, 1 extends it, 1 implements it, 1 overrides it, " +
		"1 re-exports it, 2 depend on it indirectly."
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, p := range phrases() {
		if verb := counted(2, p, false); strings.Contains(verb, "s it") && !strings.Contains(verb, "its") {
			t.Errorf("plural of %q: got %q, want a verb without s", p, verb)
		}
	}
}

// TestPlaceBelongsToInnermostTest checks that a place belongs to the shortest test case around
// it, and to the file if there is none.
func TestPlaceBelongsToInnermostTest(t *testing.T) {
	of := &facts.Inspection{
		Decls: []facts.Decl{{Element: facts.Element{ID: "@Fn/a#TestA"}}},
		Tests: []facts.Test{
			{Name: "TestA", Decl: 0, Line: 1, EndLine: 20},
			{Name: "TestA > b", Decl: -1, Line: 5, EndLine: 9},
		},
	}
	got := testsAt("a", of, []place{{line: 7, depth: 3}, {line: 6, depth: 2}, {line: 12, depth: 1}, {line: 30, depth: 1}})
	if len(got) != 2 {
		t.Fatalf("got %+v, want 2 tests", got)
	}
	for _, test := range got {
		want := Test{File: "a", Name: "TestA", Line: 1, ID: "@Fn/a#TestA", Depth: 1, Reason: Calls}
		if test.Name != "TestA" {
			want = Test{File: "a", Name: "TestA > b", Line: 5, Depth: 2, Reason: Calls}
		}
		if test != want {
			t.Errorf("got %+v, want %+v", test, want)
		}
	}
	outside, want := testsAt("a", of, []place{{line: 30, depth: 4}}), Test{File: "a", Depth: 4, Reason: Calls}
	if len(outside) != 1 || outside[0] != want {
		t.Errorf("a place outside of test cases: got %+v, want %+v", outside, want)
	}
}
