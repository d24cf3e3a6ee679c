package incremental

import (
	"maps"
	"slices"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/typescript/resolve"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Cache keeps the resolved parts of files, so that after an edit only the affected
// statements are resolved again. Take and Put are safe for concurrent use; After is
// not.
type Cache struct {
	mu    sync.Mutex
	files map[string]*entry
	// edits are the renumberings of declarations by edits, oldest first. Entries that were
	// stored before an edit use the old numbers.
	edits []resolve.Renumbering
}

// entry holds the resolved parts of one version of a file.
type entry struct {
	tree  *summary.File
	parts []resolve.Part // one per statement
	edits int            // number of renumberings when it was stored
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{files: map[string]*entry{}} }

// Take returns the known parts of a file. Unknown parts are zero. The caller owns the
// slice.
func (m *Cache) Take(t *summary.File) []resolve.Part {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.files[t.Path]; known != nil && known.tree == t && known.edits == len(m.edits) {
		return slices.Clone(known.parts)
	}
	return make([]resolve.Part, len(t.Source.Statements.Nodes))
}

// Put stores the parts of a file.
func (m *Cache) Put(t *summary.File, parts []resolve.Part) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[t.Path] = &entry{tree: t, parts: parts, edits: len(m.edits)}
}

// maxEdits bounds the number of renumberings that a cache keeps.
const maxEdits = 1000

// After returns the cache after edits. It drops the files in stale.
func (m *Cache) After(edits []Edit, stale map[string]bool) *Cache {
	next := &Cache{files: maps.Clone(m.files), edits: slices.Clip(m.edits)}
	for path := range stale {
		delete(next.files, path)
	}
	for _, e := range edits {
		if r := e.renumbering(); r != nil {
			next.edits = append(next.edits, *r)
		}
	}
	for _, e := range edits {
		known := next.files[e.Now.Path]
		if known == nil || known.tree != e.before {
			delete(next.files, e.Now.Path)
			continue
		}
		parts, ok := e.carryOver(known.parts, next.edits[known.edits:])
		if !ok {
			delete(next.files, e.Now.Path)
			continue
		}
		next.files[e.Now.Path] = &entry{tree: e.Now, parts: parts, edits: len(next.edits)}
	}
	next.dropOldEdits()
	return next
}

// dropOldEdits drops the older half of the renumberings if there are too many, and the
// files that were resolved before them.
func (m *Cache) dropOldEdits() {
	if len(m.edits) <= maxEdits {
		return
	}
	dropped := len(m.edits) / 2
	m.edits = slices.Clone(m.edits[dropped:])
	for path, known := range m.files {
		if known.edits < dropped {
			delete(m.files, path)
			continue
		}
		later := *known
		later.edits -= dropped
		m.files[path] = &later
	}
}
