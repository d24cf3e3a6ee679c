package index

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// watchedStore returns a store that watches files.
func watchedStore(t *testing.T) *Store {
	t.Helper()
	s := NewStore(Options{Watch: true})
	t.Cleanup(s.Close)
	if s.watcher == nil {
		t.Skip("this system does not report file changes")
	}
	return s
}

// reporting is an analyzer that reports which files it resolves.
type reporting struct {
	facts.Analyzer
	resolved chan []string
}

func (a reporting) Resolve(
	ctx context.Context, files []string, depth facts.Depth, found func(facts.File), progress facts.Progress,
) (probes []source.Probe, err error) {
	defer func() { a.resolved <- files }()
	return a.Analyzer.Resolve(ctx, files, depth, found, progress)
}

// TestChangedFilesAreResolvedInAdvance checks that files which a change made stale are resolved
// again before the next query, and that the query returns the new results.
func TestChangedFilesAreResolvedInAdvance(t *testing.T) {
	s, root := watchedStore(t), project(t)
	p := s.Project(root)
	expectCallers := func(want int) {
		t.Helper()
		found, err := p.Query(context.Background(), callersOf("f"), nil)
		if err != nil || len(found.Results) != want {
			t.Fatalf("got %+v, error %v; want %d callers", found, err, want)
		}
	}
	expectCallers(1)
	resolved := make(chan []string, 100)
	for _, v := range p.views {
		if v.analyzer != nil {
			v.analyzer = reporting{v.analyzer, resolved}
		}
	}
	write(t, filepath.Join(root, "b.ts"), "import { f } from './a';\nexport function g() { f(); f(); }\n")
	if files := <-resolved; len(files) != 1 || files[0] != "b.ts" {
		t.Errorf("resolved %v in advance, want b.ts", files)
	}
	expectCallers(2)
	if len(resolved) > 0 {
		t.Errorf("the query resolved %v again, want none", <-resolved)
	}
}

// TestOnlyLiveProjectsAreWatched checks that scanned and released projects are not watched.
func TestOnlyLiveProjectsAreWatched(t *testing.T) {
	s, root := watchedStore(t), project(t)
	p := s.Project(root)
	if _, err := p.Scan(context.Background(), ScanOptions{Extensions: []string{".ts"}}); err != nil {
		t.Fatal(err)
	}
	if p.watched {
		t.Error("a project is watched after a scan, want it not to be")
	}
	if _, err := p.Query(context.Background(), callersOf("f"), nil); err != nil {
		t.Fatal(err)
	}
	if !p.watched {
		t.Fatal("live project: got watched false, want true")
	}
	s.releaseAll()
	if p.watched {
		t.Error("a released project is watched, want it not to be")
	}
	p.warm(context.Background()) // simulates an event that arrives after the release
	if p.live {
		t.Error("an event made a released project live, want it to be ignored")
	}
}
