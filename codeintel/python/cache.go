package python

import (
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// cache keeps modules, those used last within a bound. It is safe for concurrent use.
type cache struct {
	mu         sync.Mutex
	young, old map[string]cached
	size       int // of the young ones
}

type cached struct {
	digest facts.Digest
	module *module
}

func newCache() *cache { return &cache{young: map[string]cached{}, old: map[string]cached{}} }

func (c *cache) get(path string, digest facts.Digest) *module {
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

func (c *cache) put(path string, digest facts.Digest, m *module) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(path, cached{digest, m})
}

// add enters a module; c.mu is held.
func (c *cache) add(path string, at cached) {
	if before, ok := c.young[path]; ok {
		c.size -= before.module.size
	}
	c.young[path] = at
	if c.size += at.module.size; c.size > maxCached/2 {
		c.old, c.young, c.size = c.young, map[string]cached{}, 0
	}
}

func (c *cache) drop(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before, ok := c.young[path]; ok {
		c.size -= before.module.size
	}
	delete(c.young, path)
	delete(c.old, path)
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.size = map[string]cached{}, map[string]cached{}, 0
}
