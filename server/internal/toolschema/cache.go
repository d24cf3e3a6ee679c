// Package toolschema checks the arguments of tools against their input schemas.
//
// Schemas come from tool servers, which are not trusted: a schema cannot make
// this process fetch anything, its size and nesting are bounded, patterns are RE2
// and cost linear time, and one that cannot be used is reported instead of
// failing calls.
package toolschema

import (
	"sync"
)

// maxEntries bounds the cache. Beyond it any entry makes room: with so many tools
// in use, recompiling one costs less than keeping order.
const maxEntries = 4096

// Cache holds compiled schemas by the digest of the tool's definition. It is safe
// for concurrent use.
type Cache struct {
	depth int

	mu      sync.Mutex
	entries map[string]*Schema
}

// NewCache returns an empty cache for schemas nested at most depth levels deep.
func NewCache(depth int) *Cache {
	return &Cache{depth: depth, entries: make(map[string]*Schema)}
}

// Schema returns the compiled form of raw, a JSON Schema from the definition with
// the given digest. It never fails: see [Schema.Problem]. An empty digest is
// never cached.
func (c *Cache) Schema(digest string, raw []byte) *Schema {
	c.mu.Lock()
	schema, found := c.entries[digest]
	c.mu.Unlock()
	if found {
		return schema
	}
	// Outside the lock: a slow schema must not hold up calls of other tools. Two
	// callers may compile the same one; the results are alike.
	schema = compile(raw, c.depth)
	if digest == "" {
		return schema
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= maxEntries {
		for old := range c.entries {
			delete(c.entries, old)
			break
		}
	}
	c.entries[digest] = schema
	return schema
}
