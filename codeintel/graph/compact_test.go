package graph

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestCompactKeepsResults checks that compaction frees the names and nodes of removed
// elements and does not change the results for the remaining ones.
func TestCompactKeepsResults(t *testing.T) {
	s := newSketch(map[string][]string{
		"a.x": {"class Base", "method Base.run", "interface Gone"},
		"b.x": {"class Heir", "method Heir.run", "function use"},
		"c.x": {"function late"},
	})
	s.mention("b.x", "Base", "run", "a.x")
	s.resolved["b.x"].Heritage = []facts.Heritage{{Decl: 0, Of: decl("a.x", 0)}}
	s.resolved["b.x"].Calls = []facts.Call{{From: 2, To: decl("a.x", 1), Line: 3, Column: 1}}
	s.resolved["b.x"].Unresolved = []facts.Unresolved{{From: 2, Name: "run"}}
	s.resolved["b.x"].Imports = []facts.Import{{
		To: decl("a.x", 0), Module: "a.x", Line: 1, Column: 1, Users: []int{0}, ExportedAs: []string{"Base"},
	}}
	all := Query{Relations: Relations(), Inbound: true, Closure: true, MaxDepth: 3}
	results := func() (out []string) {
		for _, target := range []string{"Base", "Base.run", "Heir.run", "a.x"} {
			lines, _ := s.query(t, target, all)
			out = append(append(out, target), lines...)
		}
		return out
	}
	// declare declares one function as the only element of a file.
	declare := func(path, name string) {
		s.Declare(&facts.Declared{
			Path: path, Lines: 1, Mentions: facts.Mentions{Names: map[string]facts.Role{name: facts.Called}},
			Decls: []facts.Decl{{Parent: -1, Element: facts.Element{
				ID: "@" + name, Type: facts.Function, Name: name, File: path, Line: 1, EndLine: 1,
			}}},
		})
	}
	want := results()
	if len(want) < 8 {
		t.Fatalf("got %d lines to compare, want at least 8: %v", len(want), want)
	}
	for i := range 500 {
		declare("c.x", fmt.Sprintf("late%d", i))
	}
	s.Remove("c.x")
	names, nodes := len(s.names.texts), len(s.nodes)
	s.compact()
	if got := len(s.names.texts); got > names-1000 || len(s.byID) > 6 || len(s.byPath) != 2 {
		t.Errorf("got %d names, %d elements, %d files; want at most %d, at most 6, 2",
			got, len(s.byID), len(s.byPath), names-1000)
	}
	if diff := cmp.Diff(want, results()); diff != "" {
		t.Errorf("results after compaction (-want +got):\n%s", diff)
	}
	s.compactAt = 1
	for i := range 300 {
		declare("d.x", fmt.Sprintf("again%d", i))
	}
	if s.compactAt != minNames {
		t.Errorf("the next compaction is at %d names, want %d: Declare did not compact", s.compactAt, minNames)
	}
	if len(s.nodes) != nodes {
		t.Errorf("got %d nodes, want %d: freed nodes were not reused", len(s.nodes), nodes)
	}
	if diff := cmp.Diff(want, results()); diff != "" {
		t.Errorf("results after compaction and new declarations (-want +got):\n%s", diff)
	}
}
