// Package projects keeps the projects that the server works on: their indexes, the
// folders that they may lie in, and the list of those that clients have used.
package projects

import (
	"os"
	"slices"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxKnown bounds the number of known projects, and so the list of resources.
const maxKnown = 100

// Projects gives access to projects and remembers which ones were used. It is safe for
// concurrent use after [Projects.Observe].
type Projects struct {
	store *index.Store
	roots source.Roots

	added, removed func(root string) // called with mu held

	mu     sync.Mutex
	recent []string // roots, the most recently used first
}

// New returns an empty set of projects.
func New(options index.Options) *Projects {
	ignore := func(string) {}
	return &Projects{store: index.NewStore(options), roots: options.Roots, added: ignore, removed: ignore}
}

// Observe sets the functions that are called when a project becomes known and when it is
// forgotten. They must not call methods of p. Call it before all other methods.
func (p *Projects) Observe(added, removed func(root string)) { p.added, p.removed = added, removed }

// Close saves the indexes.
func (p *Projects) Close() { p.store.Close() }

// Roots returns the folders that projects may lie in.
func (p *Projects) Roots() source.Roots { return p.roots }

// Project returns the project with the given root and marks it as the most recently used.
func (p *Projects) Project(root string) *index.Project {
	p.use(root)
	return p.store.Project(root)
}

func (p *Projects) use(root string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.Index(p.recent, root)
	if i >= 0 {
		p.recent = slices.Delete(p.recent, i, i+1)
	}
	p.recent = slices.Insert(p.recent, 0, root)
	if i < 0 {
		p.added(root)
	}
	if len(p.recent) > maxKnown {
		p.removed(p.recent[maxKnown])
		p.recent = p.recent[:maxKnown]
	}
}

// Existing forgets the projects whose folders no longer exist, and returns the roots of
// the others, the most recently used first.
func (p *Projects) Existing() []string {
	p.mu.Lock()
	roots := slices.Clone(p.recent)
	p.mu.Unlock()
	// A file system may be slow. Tool calls do not wait for it, because mu is not held.
	deleted := slices.DeleteFunc(slices.Clone(roots), isFolder)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, root := range deleted {
		if i := slices.Index(p.recent, root); i >= 0 {
			p.recent = slices.Delete(p.recent, i, i+1)
			p.removed(root)
		}
	}
	return slices.DeleteFunc(roots, func(root string) bool { return slices.Contains(deleted, root) })
}

func isFolder(root string) bool {
	info, err := os.Stat(root)
	return err == nil && info.IsDir()
}
