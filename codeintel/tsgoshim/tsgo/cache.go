package tsgo

import (
	"strings"
	"sync"

	"github.com/microsoft/typescript-go/internal/ast"
)

// Version identifies a known file's content. The zero version is that of a file
// on the disk, which the owner of the cache watches by other means.
type Version [16]byte

// Cache keeps parsed files, so that programs share them and no content is
// parsed twice. It may be used by several goroutines, but for Keep and Forget.
type Cache struct {
	files sync.Map // ast.SourceFileParseOptions to *cached
}

type cached struct {
	version Version
	file    *ast.SourceFile
}

// get returns the file, parsing it the first time. Two programs parse a file
// alike only if they ask for it with the same options.
func (c *Cache) get(opts ast.SourceFileParseOptions, version Version, parse func() *ast.SourceFile) *ast.SourceFile {
	if f, ok := c.files.Load(opts); ok && f.(*cached).version == version {
		return f.(*cached).file
	}
	f := parse()
	if f != nil {
		c.files.Store(opts, &cached{version, f})
	}
	return f
}

// Keep drops all files but those for which used is true.
func (c *Cache) Keep(used func(*SourceFile) bool) {
	c.files.Range(func(key, f any) bool {
		if !used(f.(*cached).file) {
			c.files.Delete(key)
		}
		return true
	})
}

// Forget drops the files read from the disk, but the compiler's own.
func (c *Cache) Forget() {
	c.files.Range(func(key, f any) bool {
		if f.(*cached).version == (Version{}) && !strings.HasPrefix(f.(*cached).file.FileName(), "bundled:") {
			c.files.Delete(key)
		}
		return true
	})
}
