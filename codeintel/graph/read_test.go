package graph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// sketch is a graph with the references that [sketch.query] resolves its files to.
type sketch struct {
	*Graph
	resolved map[string]*facts.File
}

// newSketch declares files. A declaration is "type name"; a member is "type Owner.name" and
// comes after its owner.
func newSketch(files map[string][]string) *sketch {
	s := &sketch{Graph: New(), resolved: map[string]*facts.File{}}
	for path, decls := range files {
		d := facts.Declared{Path: path, Lines: len(decls) + 1, Mentions: facts.Mentions{Names: map[string]facts.Role{}}}
		for i, text := range decls {
			kind, name, _ := strings.Cut(text, " ")
			decl := facts.Decl{Parent: -1, Element: facts.Element{
				ID: "@" + kind + "/" + path + "#" + name, Type: kind, Name: name, File: path, Line: i + 1, EndLine: i + 1,
			}}
			if owner, _, ok := strings.Cut(name, "."); ok {
				decl.Parent = slices.IndexFunc(d.Decls, func(d facts.Decl) bool { return d.Name == owner })
			}
			d.Decls = append(d.Decls, decl)
		}
		s.Declare(&d)
		s.resolved[path] = &facts.File{Path: path}
	}
	return s
}

// mention makes a file mention names in every role. Names with a slash or a dot are modules.
func (s *sketch) mention(path string, names ...string) {
	s.mentionAs(facts.Called|facts.Imported|facts.Inherited|facts.Mentioned, path, names...)
}

func (s *sketch) mentionAs(role facts.Role, path string, names ...string) {
	f := s.fileAt(path)
	m := facts.Mentions{Names: map[string]facts.Role{}}
	for _, name := range names {
		if strings.ContainsAny(name, "/.") {
			m.Modules = append(m.Modules, name)
			continue
		}
		m.Names[name] = role
	}
	s.Graph.mention(f, m)
}

// query runs a query until no file is missing. It returns the results as lines, and the files
// that it resolved.
func (s *sketch) query(t *testing.T, target string, q Query) (lines, files []string) {
	t.Helper()
	n, err := s.Find(target)
	if err != nil {
		t.Fatal(err)
	}
	for {
		response, missing := s.Run(n, q)
		if len(missing) == 0 {
			for _, r := range response.Results {
				line := fmt.Sprint(r.Depth, " ", r.From, " ", r.Relation, " ", r.To, " ", r.Confidence, " ", r.Dispatch)
				lines = append(lines, strings.TrimSpace(line))
			}
			return lines, files
		}
		for _, path := range missing {
			s.Resolve(s.resolved[path], q.Depth())
			files = append(files, path)
		}
	}
}

func decl(file string, i int) facts.Target { return facts.Target{File: file, Decl: i} }

// TestDependsOnFollowsAllRelations checks that depends-on follows every relation and resolves
// only the files that mention the target.
func TestDependsOnFollowsAllRelations(t *testing.T) {
	s := newSketch(map[string][]string{
		"a.x": {"interface I", "class C"},
		"b.x": {"class D", "function use", "variable v"},
		"c.x": {"function far"},
		"z.x": {"function other"},
	})
	s.mentionAs(facts.Mentioned, "b.x", "I", "C")
	s.mentionAs(facts.Mentioned, "c.x", "use")
	s.resolved["b.x"].References = []facts.Reference{
		{From: 0, To: decl("a.x", 0), Kind: facts.Implements, Line: 1, Column: 1},
		{From: 0, To: decl("a.x", 1), Kind: facts.Extends, Line: 1, Column: 2, Confidence: facts.Strong},
		{From: 1, To: decl("a.x", 0), Kind: facts.UsesType, Line: 2, Column: 1},
		{From: 2, To: decl("a.x", 0), Kind: facts.Uses, Line: 3, Column: 1, Confidence: facts.Heuristic},
	}
	s.resolved["c.x"].References = []facts.Reference{
		{From: 0, To: decl("b.x", 1), Kind: facts.Uses, Line: 1, Column: 1},
	}
	got, files := s.query(t, "I", Query{Relations: Relations(), Inbound: true, Closure: true, MaxDepth: 3})
	want := []string{
		"1 @class/b.x#D implements @interface/a.x#I exact",
		"1 @function/b.x#use reference @interface/a.x#I exact",
		"1 @variable/b.x#v reference @interface/a.x#I heuristic",
		"2 @function/c.x#far reference @function/b.x#use exact",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("depends-on of I (-want +got):\n%s", diff)
	}
	slices.Sort(files)
	if want := []string{"b.x", "c.x"}; !slices.Equal(files, want) {
		t.Errorf("resolved %v, want %v", files, want)
	}
	got, _ = s.query(t, "D", Query{Relations: []Relation{Extends}})
	if diff := cmp.Diff([]string{"1 @class/b.x#D extends @class/a.x#C strong"}, got); diff != "" {
		t.Errorf("extends of D (-want +got):\n%s", diff)
	}
}

// TestReadWholeGraph reads the edges, modules, fan-in, fan-out and nesting of a resolved graph.
func TestReadWholeGraph(t *testing.T) {
	s := newSketch(map[string][]string{
		"b/base.x": {"class Base", "method Base.run"},
		"a.x":      {"class Heir", "method Heir.run"},
		"u.x":      {"function use"},
	})
	s.mention("a.x", "Base", "b/base.x")
	s.mention("u.x", "run", "b/")
	s.resolved["a.x"].Heritage = []facts.Heritage{{Decl: 0, Of: decl("b/base.x", 0)}}
	s.resolved["u.x"].Calls = []facts.Call{
		{From: 0, To: decl("b/base.x", 1), Line: 1, Column: 1},
		{From: facts.ModuleLevel, To: facts.Target{External: "lib#f"}, Line: 2, Column: 1},
	}
	for _, path := range s.Unresolved(facts.AllReferences) {
		s.Resolve(s.resolved[path], facts.AllReferences)
	}
	id := func(n Node) string {
		if n == None {
			return "-"
		}
		return s.Element(n).ID
	}
	var edges []string
	for _, f := range s.Files() {
		for e := range s.EdgesAndPossible(f) {
			edges = append(edges, fmt.Sprint(id(e.From), " ", id(e.To), e.External, " ", e.Possible))
		}
	}
	want := []string{
		"@function/u.x#use @method/b/base.x#Base.run false",
		"@function/u.x#use @method/a.x#Heir.run true",
		"@File/u.x -lib#f false",
	}
	if diff := cmp.Diff(want, edges); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
	base, _ := s.FileAt("b/base.x")
	for _, path := range []string{"a.x", "u.x"} {
		f, ok := s.FileAt(path)
		if modules := s.Modules(f); !ok || len(modules) != 1 || modules[0] != base {
			t.Errorf("modules of %s: got %v, want %v", path, modules, []Node{base})
		}
	}
	for target, want := range map[string][2]int{
		"Base.run": {1, 0}, "Heir.run": {1, 0}, "Base": {1, 0}, "use": {0, 2}, "u.x": {0, 3},
	} {
		n, err := s.Find(target)
		if err != nil {
			t.Fatal(err)
		}
		in, missing := s.FanIn(n)
		out, missingOut := s.FanOut(n)
		if (in != want[0] || out != want[1]) || len(missing)+len(missingOut) > 0 {
			t.Errorf("%s: got fan-in %d, fan-out %d, missing %v %v; want %d, %d, none",
				target, in, out, missing, missingOut, want[0], want[1])
		}
	}
	for _, n := range append(s.Elements(base), base) {
		if same, ok := s.ElementOf(id(n)); !ok || same != n || s.FileOf(n) != base || s.IsFile(n) != (n == base) {
			t.Errorf("%s: got node %d in file %d, IsFile %t; want node %d in file %d, %t",
				id(n), same, s.FileOf(n), s.IsFile(n), n, base, n == base)
		}
	}
	class, method := s.Elements(base)[0], s.Elements(base)[1]
	if s.Parent(method) != class || s.Parent(class) != None || !slices.Equal(s.Children(class), []Node{method}) {
		t.Errorf("got parents %d, %d and children %v; want %d, %d and %v",
			s.Parent(method), s.Parent(class), s.Children(class), class, None, []Node{method})
	}
}
