package tsgo

import (
	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/compiler"
)

// host is the compiler's host for loading a program. It reports to loading, which may stop it.
type host struct {
	compiler.CompilerHost
	files      FileSystem
	cache      *Cache
	references []*Reference
	loading    Loading
}

// GetSourceFile implements the compiler's host. It runs on goroutines of the compiler, where
// a panic would end the process. After a panic, the file counts as missing.
func (h *host) GetSourceFile(opts ast.SourceFileParseOptions) (f *ast.SourceFile) {
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	if !h.loading.Wanted(opts.FileName) {
		return nil
	}
	f = h.cache.get(opts, h.files.Version(opts.FileName), func() *ast.SourceFile {
		return shallow(h.CompilerHost.GetSourceFile(opts))
	})
	if f != nil {
		h.loading.Loaded(f)
	}
	return f
}
