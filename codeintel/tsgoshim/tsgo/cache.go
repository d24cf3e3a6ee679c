package tsgo

import (
	"strings"
	"sync"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// Cache shares parsed declaration files between programs that are made one
// after the other: the compiler's own libraries, above all, need not be parsed
// and bound again for every tsconfig.json of a repository.
type Cache struct {
	files sync.Map // ast.SourceFileParseOptions to *ast.SourceFile
}

// get returns the file, parsing it the first time. Two programs parse a file
// alike only if they ask for it with the same options.
func (c *Cache) get(opts ast.SourceFileParseOptions, parse func() *ast.SourceFile) *ast.SourceFile {
	if !tspath.IsDeclarationFileName(opts.FileName) || !shared(opts.FileName) {
		return parse()
	}
	if f, ok := c.files.Load(opts); ok {
		return f.(*ast.SourceFile)
	}
	f := parse()
	if f != nil {
		c.files.Store(opts, f)
	}
	return f
}

// shared reports files that many programs have in common.
func shared(name string) bool {
	return strings.HasPrefix(name, "bundled:") || strings.Contains(name, "/node_modules/")
}
