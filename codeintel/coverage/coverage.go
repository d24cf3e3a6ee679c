package coverage

import (
	"context"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/index"
)

// Measure returns the coverage of a project: from the reports in it, or else from the
// elements that its tests reach. It leaves out test files and, unless withGenerated is set,
// generated files.
func Measure(ctx context.Context, s *index.Snapshot, withGenerated bool) (*Result, error) {
	if _, err := s.Graph(ctx); err != nil { // reports errors in files
		return nil, err
	}
	r := &Result{Mode: Execution}
	data, err := r.read(ctx, s)
	if err != nil {
		return nil, err
	}
	cover := func(file string, of *facts.Inspection) File { return fromData(file, of, data[file]) }
	if len(r.Reports) == 0 {
		r.Mode = Static
		if cover, err = r.reached(ctx, s); err != nil {
			return nil, err
		}
	}
	files := sources(s)
	tests := len(files) < len(s.Files())
	r.Generated = s.Generated().Among(files)
	if !withGenerated {
		files = slices.DeleteFunc(files, r.Generated.Has)
	}
	byFile := make(map[string]File, len(files))
	err = s.Inspect(ctx, files, func(file string, of *facts.Inspection) {
		byFile[file] = cover(file, of)
		tests = tests || len(of.Tests) > 0 // tests in the same file as the tested code
	})
	if err != nil {
		return nil, err
	}
	if r.Mode == Static && tests {
		g, err := s.ResolveAll(ctx, facts.CallsAndImports)
		if err != nil {
			return nil, err
		}
		counts := g.AllUnresolved()
		r.Unresolved = &counts
	}
	for _, file := range files {
		r.take(byFile[file])
	}
	r.rank()
	return r, nil
}

// sources returns the source files outside of tests.
func sources(s *index.Snapshot) []string {
	var out []string
	for _, f := range s.Files() {
		if !index.IsTest(f) {
			out = append(out, f)
		}
	}
	return out
}
