package graph

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestCompact: what is gone leaves nothing behind, what is left answers as before.
func TestCompact(t *testing.T) {
	s := newSketch(map[string][]string{
		"a.x": {"class Base", "method Base.run", "interface Gone"},
		"b.x": {"class Heir", "method Heir.run", "function use"},
		"c.x": {"function late"},
	})
	s.mention("b.x", "Base", "run", "a.x")
	s.resolved["b.x"].Heritage = []facts.Heritage{{Decl: 0, Of: decl("a.x", 0)}}
	s.resolved["b.x"].Calls = []facts.Call{{From: 2, To: decl("a.x", 1), Line: 3, Column: 1}}
	s.resolved["b.x"].Unresolved = []facts.Unresolved{{From: 2, Name: "run"}}
	s.resolved["b.x"].Imports = []facts.Import{{To: decl("a.x", 0), Module: "a.x", Line: 1, Column: 1, Users: []int{0}, ExportedAs: []string{"Base"}}}
	all := Query{Relations: Relations(), Inbound: true, Closure: true, MaxDepth: 3}
	ask := func() (out []string) {
		for _, target := range []string{"Base", "Base.run", "Heir.run", "a.x"} {
			lines, _ := s.ask(t, target, all)
			out = append(append(out, target), lines...)
		}
		return out
	}
	want := ask()
	if len(want) < 8 {
		t.Fatalf("hardly anything to compare: %v", want)
	}
	for i := range 500 {
		name := fmt.Sprintf("late%d", i)
		s.Declare(&facts.Declared{
			Path: "c.x", Lines: 1, Mentions: facts.Mentions{Names: map[string]facts.Role{name: facts.Called}},
			Decls: []facts.Decl{{Parent: -1, Element: facts.Element{ID: "@" + name, Type: facts.Function, Name: name, File: "c.x", Line: 1, EndLine: 1}}},
		})
	}
	s.Remove("c.x")
	names, nodes := len(s.names.texts), len(s.nodes)
	s.compact()
	if got := len(s.names.texts); got > names-1000 || len(s.byID) > 6 || len(s.byPath) != 2 {
		t.Errorf("%d names are left of %d, %d elements, %d files", got, names, len(s.byID), len(s.byPath))
	}
	if diff := cmp.Diff(want, ask()); diff != "" {
		t.Error(diff)
	}
	s.compactAt = 1
	for i := range 300 {
		name := fmt.Sprintf("again%d", i)
		s.Declare(&facts.Declared{
			Path: "d.x", Lines: 1,
			Decls: []facts.Decl{{Parent: -1, Element: facts.Element{ID: "@" + name, Type: facts.Function, Name: name, File: "d.x", Line: 1, EndLine: 1}}},
		})
	}
	if s.compactAt != minNames {
		t.Error("too many names are let be")
	}
	if len(s.nodes) != nodes {
		t.Errorf("%d nodes, there were %d", len(s.nodes), nodes)
	}
	if diff := cmp.Diff(want, ask()); diff != "" {
		t.Error(diff)
	}
}
