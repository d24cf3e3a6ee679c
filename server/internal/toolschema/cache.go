// Package toolschema checks the arguments of tools against their input schemas.
//
// Schemas come from tool servers, which are not trusted. A schema cannot make this process fetch anything,
// its size and nesting are bounded, and patterns are RE2 with linear cost. A schema that cannot be used is
// reported and does not fail calls.
package toolschema

import (
	"sync"
)

// maxEntries bounds the cache. When it is full, an arbitrary entry is evicted: with so many tools in use,
// recompiling one costs less than tracking the order of use.
const maxEntries = 4096

// Cache holds compiled schemas. The key is the digest of the tool's definition. It is safe for concurrent
// use.
type Cache struct {
	depth int

	mu      sync.Mutex
	entries map[string]*Schema
}

// NewCache returns an empty cache for schemas nested at most depth levels deep.
func NewCache(depth int) *Cache {
	return &Cache{depth: depth, entries: make(map[string]*Schema)}
}

// Schema returns the compiled form of raw, a JSON Schema from the definition with the given digest. It never
// fails: see [Schema.Problem]. A schema with an empty digest is not cached.
func (c *Cache) Schema(digest string, raw []byte) *Schema {
	c.mu.Lock()
	schema, found := c.entries[digest]
	c.mu.Unlock()
	if found {
		return schema
	}
	// Compile without the lock, so that a slow schema does not delay calls of other tools. Two callers may
	// compile the same schema; the results are equivalent.
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
