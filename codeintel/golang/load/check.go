package load

import (
	"context"
	"go/types"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/golang/platform"
)

// check type-checks new packages in parallel, each after its imports.
func (l *Loader) check(ctx context.Context, added []*Package) error {
	waits, importers := map[*Package]int{}, map[*Package][]*Package{}
	ready := make(chan *Package, len(added))
	for _, p := range added {
		for _, q := range p.imports {
			if q.Types == nil {
				waits[p]++
				importers[q] = append(importers[q], p)
			}
		}
		if waits[p] == 0 {
			ready <- p
		}
	}
	if len(added) == 0 {
		return nil
	}
	// Not parallel.For: a package is ready only when its imports have been checked.
	var mu sync.Mutex
	left := len(added)
	group, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for {
				var p *Package
				select {
				case <-ctx.Done():
					return ctx.Err()
				case p = <-ready:
				}
				if p == nil { // closed after the last package
					return nil
				}
				checked := l.checkPackage(p)
				mu.Lock()
				p.Types = checked
				for _, q := range importers[p] {
					if waits[q]--; waits[q] == 0 {
						ready <- q
					}
				}
				if left--; left == 0 {
					close(ready)
				}
				mu.Unlock()
			}
		})
	}
	return group.Wait()
}

// checkPackage type-checks one package. If the type checker panics, the package contains the
// declarations up to that point.
func (l *Loader) checkPackage(p *Package) (checked *types.Package) {
	checked = types.NewPackage(p.path, p.name)
	defer func() {
		if r := recover(); r != nil {
			checked.MarkComplete()
		}
		if p.key.Outside {
			p.files = nil
		}
	}()
	platform := p.key.View.Platform
	if p.key.Outside {
		platform = l.Host
	}
	config := l.CheckerConfig(p.imports, platform)
	config.IgnoreFuncBodies = true
	_ = types.NewChecker(config, l.Fset, checked, nil).Files(p.files) // type errors are not reported
	return checked
}

// CheckerConfig returns the configuration of the type checker.
func (l *Loader) CheckerConfig(imports map[string]*Package, p platform.Platform) *types.Config {
	return &types.Config{
		FakeImportC: true, DisableUnusedImportCheck: true, Importer: importer(imports),
		Error: func(error) {}, // continue after an error
		Sizes: types.SizesFor("gc", p.Goarch),
	}
}
