package load

import (
	"context"

	"github.com/coderef-system/coderefd/codeintel/parallel"
)

// Load type-checks packages and their imports, unless they are loaded already. The error is
// that of the context. Load must not run concurrently with another method, except methods that
// are documented as safe for concurrent use.
func (l *Loader) Load(ctx context.Context, keys []Key) error {
	var added []*Package
	defer func() {
		for _, p := range added {
			if p.Types == nil { // the context was cancelled
				delete(l.Pkgs, p.key)
			}
		}
	}()
	for wave := l.newPackages(keys); len(wave) > 0; {
		if err := parallel.For(ctx, len(wave), 1, func(i int) { l.parsePackage(wave[i]) }); err != nil {
			return err
		}
		var next []Key
		for _, p := range wave {
			l.Pkgs[p.key] = p
		}
		added = append(added, wave...)
		for _, p := range wave {
			for _, imp := range p.paths {
				if key, ok := l.importKey(imp, p.key); ok {
					next = append(next, key)
				}
			}
		}
		wave = l.newPackages(next)
	}
	l.linkImports(added)
	return l.check(ctx, added)
}
