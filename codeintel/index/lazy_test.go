package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestResultsDoNotDependOnHistory runs every query about all elements of a project in random
// order. It compares the results with those of an exhaustive project, in which all files are
// resolved and read.
func TestResultsDoNotDependOnHistory(t *testing.T) {
	archives, err := filepath.Glob("../testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("got %d archives and error %v, want at least one", len(archives), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir, special := extract(t, archive)
			compareWithExhaustive(t, filepath.Join(dir, strings.TrimSpace(special["root"])), 0, 3)
		})
	}
}

// compareWithExhaustive runs a random sample of the queries of a project in several orders,
// and all queries if sample is 0.
func compareWithExhaustive(t *testing.T, root string, sample, orders int) {
	t.Helper()
	whole := exhaustive(t, root)
	random := rand.New(rand.NewPCG(1, 2))
	all := allRequests(t, whole, random)
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if sample > 0 {
		all = all[:min(sample, len(all))]
	}
	want := make(map[string]string, len(all))
	for _, q := range all {
		want[fmt.Sprint(q)] = mustQuery(t, whole, q)
	}
	for order := range orders {
		p := open(root)
		for _, q := range all {
			if got := mustQuery(t, p, q); got != want[fmt.Sprint(q)] {
				t.Errorf("order %d: %+v (-exhaustive +got):\n%s", order, q, cmp.Diff(want[fmt.Sprint(q)], got))
			}
		}
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
}

// exhaustive returns a project whose files are all resolved and whose queries read all files.
func exhaustive(t *testing.T, root string) *Project {
	t.Helper()
	p := open(root)
	err := p.Examine(context.Background(), nil, func(ctx context.Context, s *Snapshot) error {
		if _, err := s.Graph(ctx); err != nil {
			return err
		}
		p.graph.BeExhaustive()
		_, err := s.ResolveAll(ctx, facts.AllReferences)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// allRequests returns every query about every file and element of a project, and random path
// requests.
func allRequests(t *testing.T, p *Project, random *rand.Rand) []Request {
	t.Helper()
	found, err := p.Scan(context.Background(), ScanOptions{Extensions: allExtensions()})
	if err != nil {
		t.Fatal(err)
	}
	targets := slices.Clone(found.Files)
	for _, e := range found.Elements {
		targets = append(targets, e.ID)
	}
	var out []Request
	for _, target := range targets {
		for _, kind := range []string{"calls", "calls-me", "imports", "imports-me", "depends-on", "depends-on-me"} {
			out = append(out, Request{Query: queries()[kind], Target: target})
		}
	}
	for range len(targets) {
		source, target := targets[random.IntN(len(targets))], targets[random.IntN(len(targets))]
		out = append(out, Request{Query: queries()["depends-on"], Source: source, Target: target})
	}
	return out
}

func mustQuery(t *testing.T, p *Project, q Request) string {
	t.Helper()
	response, err := p.Query(context.Background(), q, nil)
	if err != nil {
		t.Fatalf("Query(%+v): got error %v, want none", q, err)
	}
	return responseText(response)
}
