package index

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Snapshot is a project as it is during one call of [Project.Examine], and not
// to be used after it. Its methods are for one goroutine.
type Snapshot struct {
	project *Project
	phases  *phases
	texts   *texts
	updated bool        // graph and languages are up to date
	changed atomic.Bool // a text was not what it was to be
}

// Root returns the absolute path of the project.
func (s *Snapshot) Root() string { return s.project.root }

// Digest identifies the contents of the project.
func (s *Snapshot) Digest() string { return hex.EncodeToString(s.project.digest[:]) }

// Files returns the source files that can be read, by path.
func (s *Snapshot) Files() []string {
	var files []string
	for _, f := range s.project.tree.Files() {
		if languageOf(f.Path) != nil && s.project.files[f.Path].reason == "" {
			files = append(files, f.Path)
		}
	}
	return files
}

// Text returns the text of a source or configuration file. It is safe for
// concurrent use.
func (s *Snapshot) Text(file string) (string, bool) {
	state := s.project.files[file]
	if state == nil || state.reason != "" {
		return "", false
	}
	if text, ok := s.texts.get(file); ok {
		return text, true
	}
	text, reason := source.Read(s.project.absolute(file))
	if reason != "" || digestOf(text) != state.digest {
		s.changed.Store(true)
		return "", false
	}
	return text, true
}

// Inspect inspects files and calls found with each result, one at a time, in any order. A
// file whose parser fails has an empty result.
func (s *Snapshot) Inspect(ctx context.Context, files []string, found func(file string, of *facts.Inspection)) error {
	var mu sync.Mutex
	return forEach(ctx, len(files), s.phases.next(), func(i int) error {
		of, err := s.inspect(files[i])
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		found(files[i], of)
		return nil
	})
}

func (s *Snapshot) inspect(file string) (*facts.Inspection, error) {
	text, ok := s.Text(file)
	if !ok {
		return nil, ErrChanging
	}
	of, err := languageOf(file).Inspect(file, text)
	if err != nil {
		return &facts.Inspection{}, nil //nolint:nilerr // the scan reports such a file; it shows nothing
	}
	return of, nil
}

// Graph returns the graph with the declarations and mentions of all files. It contains the
// references of the files that were resolved, for example by [Snapshot.Ask].
func (s *Snapshot) Graph(ctx context.Context) (*graph.Graph, error) {
	if s.updated {
		return s.project.graph, nil
	}
	for _, v := range s.project.views {
		if err := v.check(ctx); err != nil {
			return nil, err
		}
		if err := v.update(ctx, s.texts, s.phases.next()); err != nil {
			return nil, err
		}
	}
	s.updated = true
	return s.project.graph, nil
}

// Find returns the node a target means, see [graph.Graph.Find].
func (s *Snapshot) Find(ctx context.Context, target string) (graph.Node, error) {
	g, err := s.Graph(ctx)
	if err != nil {
		return 0, err
	}
	return g.Find(target)
}

// Ask calls ask until it reports no missing files. In between, it resolves the missing files
// to the depth.
func (s *Snapshot) Ask(ctx context.Context, depth facts.Depth, ask func(*graph.Graph) (missing []string)) error {
	g, err := s.Graph(ctx)
	if err != nil {
		return err
	}
	for missing := ask(g); len(missing) > 0; missing = ask(g) {
		if err := s.Resolve(ctx, missing, depth); err != nil {
			return err
		}
	}
	return nil
}

// Resolve resolves files to a depth, once the graph is up to date. A file of no
// language is an error: without it, [Snapshot.Ask] would not end.
func (s *Snapshot) Resolve(ctx context.Context, files []string, depth facts.Depth) error {
	taken := 0
	for _, v := range s.project.views {
		if own := v.missing(files); len(own) > 0 {
			taken += len(own)
			if err := v.resolve(ctx, own, depth, s.phases.next()); err != nil {
				return err
			}
		}
	}
	if taken < len(files) {
		return fmt.Errorf("no language resolves some of %d files, such as %s", len(files), files[0])
	}
	return nil
}

// ResolveAll resolves all files to a depth.
func (s *Snapshot) ResolveAll(ctx context.Context, depth facts.Depth) (*graph.Graph, error) {
	err := s.Ask(ctx, depth, func(g *graph.Graph) []string { return g.Unresolved(depth) })
	return s.project.graph, err
}

// Warnings describes errors in configurations and syntax errors, at most [MaxWarnings].
func (s *Snapshot) Warnings() []string { return s.project.warnings() }

// disturbed reports that a file changed while it was worked on.
func (s *Snapshot) disturbed() bool {
	for _, v := range s.project.views {
		if v.disturbed.Load() {
			return true
		}
	}
	return s.changed.Load()
}

// warnings puts those of the configurations first: they concern many files.
func (p *Project) warnings() []string {
	var all []string
	for _, v := range p.views {
		all = append(all, v.warnings...)
	}
	all = append(all, p.graph.Warnings(MaxWarnings)...)
	return all[:min(len(all), MaxWarnings)]
}

// MaxWarnings bounds the warnings of a result.
const MaxWarnings = 20

// ErrChanging ends an attempt that read a file after the file had changed. The call returns
// it if this happens in the last attempt.
var ErrChanging = errors.New("files keep changing")
