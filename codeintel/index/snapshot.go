package index

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Snapshot is the state of a project during one call of [Project.Examine]. It must not be used
// after that call. It is not safe for concurrent use except where stated.
type Snapshot struct {
	project   *Project
	phases    *phases
	texts     *texts
	updated   bool        // graph and languages are up to date
	changed   atomic.Bool // a text did not have the recorded digest
	generated Generated   // nil before the first call of Generated
}

// Root returns the absolute path of the project.
func (s *Snapshot) Root() string { return s.project.root }

// Roots returns the folders that may be read.
func (s *Snapshot) Roots() source.Roots { return s.project.store.options.Roots }

// Digest identifies the contents of the project.
func (s *Snapshot) Digest() string { return hex.EncodeToString(s.project.digest[:]) }

// Subject returns the state of the project that the results describe. The caller must not modify
// it.
func (s *Snapshot) Subject() *Subject { return s.project.subject }

// Files returns the source files that can be read, sorted by path.
func (s *Snapshot) Files() []string {
	var files []string
	for _, f := range s.project.tree.Files() {
		if languageOf(f.Path) != nil && s.project.files[f.Path].reason == "" {
			files = append(files, f.Path)
		}
	}
	return files
}

// Text returns the text of a source or configuration file. It returns false if the file is
// left out or has changed since the snapshot was taken. It is safe for concurrent use.
func (s *Snapshot) Text(file string) (string, bool) {
	state := s.project.files[file]
	if state == nil || state.reason != "" {
		return "", false
	}
	if text, ok := s.texts.get(file); ok {
		return text, true
	}
	text, reason := s.project.read(file)
	if reason != "" || digestOf(text) != state.digest {
		s.changed.Store(true)
		return "", false
	}
	return text, true
}

// Inspect inspects files and calls found with each result, one at a time, in any order. A
// file whose parser fails has an empty result. The error is [ErrChanging] or that of ctx.
func (s *Snapshot) Inspect(ctx context.Context, files []string, found func(file string, of *facts.Inspection)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	step := facts.NewSteps(len(files), s.phases.next())
	var mu sync.Mutex
	var failed error
	err := parallel.For(ctx, len(files), 1, func(i int) {
		of, err := s.inspect(files[i])
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = err
			cancel()
			return
		}
		found(files[i], of)
		step.One()
	})
	return cmp.Or(failed, err)
}

func (s *Snapshot) inspect(file string) (*facts.Inspection, error) {
	text, ok := s.Text(file)
	if !ok {
		return nil, ErrChanging
	}
	of, err := languageOf(file).Inspect(file, text)
	if err != nil {
		return &facts.Inspection{}, nil //nolint:nilerr // a scan reports such a file as skipped
	}
	return of, nil
}

// Graph returns the graph with the declarations and mentions of all files. It contains the
// references of the files that were resolved, for example by [Snapshot.ResolveMissing].
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

// Find returns the node that a target names, see [graph.Graph.Find].
func (s *Snapshot) Find(ctx context.Context, target string) (graph.Node, error) {
	g, err := s.Graph(ctx)
	if err != nil {
		return 0, err
	}
	return g.Find(target)
}

// ResolveMissing calls query until it returns no missing files. Between the calls it resolves
// the missing files to the depth.
func (s *Snapshot) ResolveMissing(
	ctx context.Context, depth facts.Depth, query func(*graph.Graph) (missing []string),
) error {
	g, err := s.Graph(ctx)
	if err != nil {
		return err
	}
	for missing := query(g); len(missing) > 0; missing = query(g) {
		if err := s.Resolve(ctx, missing, depth); err != nil {
			return err
		}
	}
	return nil
}

// Resolve resolves files to a depth. The graph must be up to date, see [Snapshot.Graph]. A
// file that is not a source of any language is an error: without the error,
// [Snapshot.ResolveMissing] would not end.
func (s *Snapshot) Resolve(ctx context.Context, files []string, depth facts.Depth) error {
	sources := 0
	for _, v := range s.project.views {
		if own := v.sources(files); len(own) > 0 {
			sources += len(own)
			if err := v.resolve(ctx, own, depth, s.phases.next()); err != nil {
				return err
			}
		}
	}
	if sources < len(files) {
		return fmt.Errorf("resolve %d files, beginning with %s: %d are not source files of a supported language",
			len(files), files[0], len(files)-sources)
	}
	return nil
}

// ResolveAll resolves all files to a depth.
func (s *Snapshot) ResolveAll(ctx context.Context, depth facts.Depth) (*graph.Graph, error) {
	err := s.ResolveMissing(ctx, depth, func(g *graph.Graph) []string { return g.Unresolved(depth) })
	return s.project.graph, err
}

// Warnings returns a warning about refused files, errors in configurations and syntax errors, at
// most [MaxWarnings].
func (s *Snapshot) Warnings() []string {
	all := append(refusalWarning(s.Refused()), s.project.warnings()...)
	return all[:min(len(all), MaxWarnings)]
}

// outdated reports whether a file changed since the snapshot was taken.
func (s *Snapshot) outdated() bool {
	for _, v := range s.project.views {
		if v.outdated.Load() {
			return true
		}
	}
	return s.changed.Load()
}

// warnings returns the warnings about configurations first, because each affects many files.
func (p *Project) warnings() []string {
	all := p.subjectWarnings()
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
