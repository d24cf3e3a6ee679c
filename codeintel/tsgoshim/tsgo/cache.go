package tsgo

import (
	"strings"
	"sync"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/compiler"

	"github.com/microsoft/typescript-go/shim/javascript"
)

// Version identifies the content of a file that the owner of the cache knows. The zero
// version means a file on the disk, whose changes the owner detects by other means.
type Version [16]byte

// Cache keeps parsed files, so that programs share them and no content is parsed twice. It
// is safe for concurrent use, except for Keep and Forget. The zero value is empty.
type Cache struct {
	files   sync.Map   // ast.SourceFileParseOptions to *cached
	binding sync.Mutex // serialises bind
}

type cached struct {
	version Version
	file    *ast.SourceFile
}

// get returns a file, and parses it if the cache does not have this version. The options are
// part of the key, because they determine how a file is parsed.
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

// bind binds the files of a program that are not bound yet. Programs share files, so all of
// them must bind their files here.
func (c *Cache) bind(p *compiler.Program) {
	c.binding.Lock()
	defer c.binding.Unlock()
	var unbound []*ast.SourceFile
	for _, f := range p.SourceFiles() {
		if !f.IsBound() {
			unbound = append(unbound, f)
		}
	}
	if len(unbound) == 0 {
		return
	}
	p.BindSourceFiles()
	for _, f := range unbound {
		javascript.Complete(f)
	}
}

// Keep removes all files except those for which used returns true.
func (c *Cache) Keep(used func(*SourceFile) bool) {
	c.files.Range(func(key, f any) bool {
		if !used(f.(*cached).file) {
			c.files.Delete(key)
		}
		return true
	})
}

// Forget removes the files that were read from the disk, except the compiler's own.
func (c *Cache) Forget() {
	c.files.Range(func(key, f any) bool {
		if f.(*cached).version == (Version{}) && !strings.HasPrefix(f.(*cached).file.FileName(), "bundled:") {
			c.files.Delete(key)
		}
		return true
	})
}
