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

// TestAnswersDoNotDependOnHistory asks a project for every relation of all its
// elements in random order, and compares with one that has resolved everything
// and looks at all of it.
func TestAnswersDoNotDependOnHistory(t *testing.T) {
	archives, err := filepath.Glob("../testdata/projects/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
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

// compareWithExhaustive asks about so many elements and files of a project, about
// all if that is 0, in several orders.
func compareWithExhaustive(t *testing.T, root string, sample, orders int) {
	t.Helper()
	whole := exhaustive(t, root)
	random := rand.New(rand.NewPCG(1, 2))
	all := questions(t, whole, random)
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	if sample > 0 {
		all = all[:min(sample, len(all))]
	}
	want := make(map[string]string, len(all))
	for _, q := range all {
		want[fmt.Sprint(q)] = ask(t, whole, q)
	}
	for order := range orders {
		p := open(root)
		for _, q := range all {
			if got := ask(t, p, q); got != want[fmt.Sprint(q)] {
				t.Errorf("order %d: %+v (-exhaustive +got):\n%s", order, q, cmp.Diff(want[fmt.Sprint(q)], got))
			}
		}
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	}
}

// exhaustive returns a project of which everything is resolved and looked at.
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

// questions returns all there are to ask of a project.
func questions(t *testing.T, p *Project, random *rand.Rand) []Question {
	t.Helper()
	found, err := p.Scan(context.Background(), ScanOptions{Extensions: allExtensions()})
	if err != nil {
		t.Fatal(err)
	}
	targets := slices.Clone(found.Files)
	for _, e := range found.Elements {
		targets = append(targets, e.ID)
	}
	var out []Question
	for _, target := range targets {
		for _, kind := range []string{"calls", "calls-me", "imports", "imports-me", "depends-on", "depends-on-me"} {
			out = append(out, Question{Query: queries()[kind], Target: target})
		}
	}
	for range len(targets) {
		source, target := targets[random.IntN(len(targets))], targets[random.IntN(len(targets))]
		out = append(out, Question{Query: queries()["depends-on"], Source: source, Target: target})
	}
	return out
}

func ask(t *testing.T, p *Project, q Question) string {
	t.Helper()
	answer, err := p.Query(context.Background(), q, nil)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return answerText(answer)
}
