package index

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// watchedStore returns a store that follows changes of files.
func watchedStore(t *testing.T) *Store {
	t.Helper()
	s := NewStore(Options{Watch: true})
	t.Cleanup(s.Close)
	if s.watcher == nil {
		t.Skip("this system tells no changes")
	}
	return s
}

// telling is an analyzer that tells when it is to take up changes.
type telling struct {
	facts.Analyzer
	resolved chan []string
}

func (a telling) Resolve(ctx context.Context, files []string, depth facts.Depth, found func(facts.File), progress facts.Progress) (probes []source.Probe, err error) {
	defer func() { a.resolved <- files }()
	return a.Analyzer.Resolve(ctx, files, depth, found, progress)
}

// TestWarm: what a saved file makes stale is resolved again before anybody asks,
// and the answer is the new one.
func TestWarm(t *testing.T) {
	s, root := watchedStore(t), project(t)
	p := s.Project(root)
	ask := func(want int) {
		t.Helper()
		found, err := p.Query(context.Background(), callersOf("f"), nil)
		if err != nil || len(found.Results) != want {
			t.Fatalf("%v, %+v", err, found)
		}
	}
	ask(1)
	resolved := make(chan []string, 100)
	for _, v := range p.views {
		if v.analyzer != nil {
			v.analyzer = telling{v.analyzer, resolved}
		}
	}
	write(t, filepath.Join(root, "b.ts"), "import { f } from './a';\nexport function g() { f(); f(); }\n")
	if files := <-resolved; len(files) != 1 || files[0] != "b.ts" {
		t.Errorf("resolved %v", files)
	}
	ask(2)
	if len(resolved) > 0 {
		t.Errorf("the call had to resolve %v again", <-resolved)
	}
}

// TestReleasedIsNotWatched: what rests costs nothing.
func TestReleasedIsNotWatched(t *testing.T) {
	s, root := watchedStore(t), project(t)
	p := s.Project(root)
	if _, err := p.Scan(context.Background(), ScanOptions{Extensions: []string{".ts"}}); err != nil {
		t.Fatal(err)
	}
	if p.followed {
		t.Error("watched although only its declarations are known")
	}
	if _, err := p.Query(context.Background(), callersOf("f"), nil); err != nil {
		t.Fatal(err)
	}
	if !p.followed {
		t.Fatal("not watched while it is live")
	}
	s.rest()
	if p.followed {
		t.Error("watched while it rests")
	}
	p.warm(context.Background()) // an event that was on its way
	if p.live {
		t.Error("woken by an event")
	}
}
