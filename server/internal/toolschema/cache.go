// Package toolschema checks the arguments of tools against their input schemas.
package toolschema

// Cache holds compiled schemas.
type Cache struct{}

// NewCache returns an empty cache.
func NewCache(int) *Cache { return new(Cache) }
