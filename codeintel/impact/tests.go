package impact

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// place is a line of a test file from which the target is reached.
type place struct{ line, depth int }

// tests finds the tests that reach the target within a depth.
func (b *builder) tests(ctx context.Context, s *index.Snapshot, maxDepth int) ([]Test, error) {
	places := map[string][]place{}
	for _, step := range b.steps {
		if file := b.Element(step.File).File; index.IsTest(file) && !b.owns(step.From) {
			places[file] = append(places[file], place{step.Line, step.Depth})
		}
	}
	files := make([]string, 0, len(places))
	for file := range places {
		places[file] = append(places[file], b.placesIn(file, maxDepth)...)
		files = append(files, file)
	}
	slices.Sort(files)
	var tests []Test
	err := s.Inspect(ctx, files, func(file string, of *facts.Inspection) {
		tests = append(tests, testsAt(file, of, places[file])...)
	})
	return tests, err
}

// placesIn returns all places of a test file that lead to the target. The steps do not suffice:
// they contain one place for each pair of elements, and many test cases are not elements.
func (b *builder) placesIn(file string, maxDepth int) []place {
	n, ok := b.FileAt(file)
	if !ok {
		return nil
	}
	var places []place
	for e := range b.Edges(n) {
		depth, reached := b.depth[e.To]
		if b.owns(e.To) {
			depth, reached = 0, true
		}
		// A static import is outside of all test cases.
		if reached && depth < maxDepth && !b.owns(e.From) && (e.Relation != graph.Import || e.Dynamic) {
			places = append(places, place{e.Line, depth + 1})
		}
	}
	return places
}

// testsAt returns the innermost test cases around the places, or the file if there are none.
func testsAt(file string, of *facts.Inspection, places []place) []Test {
	found := map[int]*Test{}
	whole := Test{File: file, Reason: Calls}
	for _, p := range places {
		if whole.Depth == 0 || p.depth < whole.Depth {
			whole.Depth = p.depth
		}
		i := innermost(of.Tests, p.line)
		if i < 0 {
			continue
		}
		if found[i] == nil {
			found[i] = testAt(file, of, i)
		}
		if t := found[i]; t.Depth == 0 || p.depth < t.Depth {
			t.Depth = p.depth
		}
	}
	if len(found) == 0 {
		return []Test{whole}
	}
	var tests []Test
	for _, t := range found {
		tests = append(tests, *t)
	}
	return tests
}

func testAt(file string, of *facts.Inspection, i int) *Test {
	t := &Test{File: file, Name: of.Tests[i].Name, Line: of.Tests[i].Line, Reason: Calls}
	if d := of.Tests[i].Decl; d >= 0 && d < len(of.Decls) {
		t.ID = of.Decls[d].ID
	}
	return t
}

// innermost returns the shortest test case around a line, or -1.
func innermost(tests []facts.Test, line int) int {
	best := -1
	for i, t := range tests {
		if t.Line <= line && line <= t.EndLine && (best < 0 || t.EndLine-t.Line < tests[best].EndLine-tests[best].Line) {
			best = i
		}
	}
	return best
}
