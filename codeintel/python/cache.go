package python

import (
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// cache keeps the most recently used symbol tables, up to a bound. It is safe for concurrent
// use.
type cache struct {
	mu    sync.Mutex
	young map[string]cached // modules used since young was last emptied
	old   map[string]cached // contents of young when it was last emptied
	size  int               // of the modules in young, in bytes of source text
}

// cached is a symbol table with the digest of its file.
type cached struct {
	digest facts.Digest
	module *symtable.Module
}

func newCache() *cache { return &cache{young: map[string]cached{}, old: map[string]cached{}} }

func (c *cache) get(path string, digest facts.Digest) *symtable.Module {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.young[path]; ok {
		if at.digest == digest {
			return at.module
		}
		return nil
	}
	if at, ok := c.old[path]; ok && at.digest == digest {
		c.add(path, at)
		return at.module
	}
	return nil
}

func (c *cache) put(path string, digest facts.Digest, m *symtable.Module) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(path, cached{digest, m})
}

// add stores a module. The caller holds c.mu.
func (c *cache) add(path string, at cached) {
	if before, ok := c.young[path]; ok {
		c.size -= before.module.Size
	}
	c.young[path] = at
	if c.size += at.module.Size; c.size > maxCached/2 {
		c.old, c.young, c.size = c.young, map[string]cached{}, 0
	}
}

func (c *cache) drop(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, ok := c.young[path]; ok {
		c.size -= before.module.Size
	}
	delete(c.young, path)
	delete(c.old, path)
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.size = map[string]cached{}, map[string]cached{}, 0
}

// Bounds of the memory for symbol tables, in bytes of source text. A symbol table takes about
// twelve times its text.
const (
	maxCached    = 24 << 20 // kept between calls
	maxEvaluated = 12 << 20 // kept by one evaluator
)
