package incremental

import (
	"maps"
	"slices"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/typescript/resolve"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Cache keeps the parts of resolved files, so that after an edit only what it
// touched is resolved again. It is safe for concurrent use, but for what makes
// another of it.
type Cache struct {
	mu    sync.Mutex
	files map[string]*entry
	// edits are what became of the declarations of edited files, in order: memory
	// made before them has other numbers.
	edits []resolve.Renumbering
}

// remembered is a resolved version of a file.
type entry struct {
	tree  *summary.File
	parts []resolve.Part // one per statement
	edits int            // how many there had been when it was made
}

func NewCache() *Cache { return &Cache{files: map[string]*entry{}} }

// Take returns the parts of a file, as far as they are known. They are the
// caller's.
func (m *Cache) Take(t *summary.File) []resolve.Part {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.files[t.Path]; known != nil && known.tree == t && known.edits == len(m.edits) {
		return slices.Clone(known.parts)
	}
	return make([]resolve.Part, len(t.Source.Statements.Nodes))
}

func (m *Cache) Put(t *summary.File, parts []resolve.Part) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[t.Path] = &entry{tree: t, parts: parts, edits: len(m.edits)}
}

// maxEdits bounds the edits that are kept in mind.
const maxEdits = 1000

// After returns the memory after edits of some files. Of files that are stale for
// other reasons nothing is known.
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

// forget drops the older half of too many edits, and the files that were resolved
// before them.
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
