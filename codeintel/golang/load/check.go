package load

import (
	"context"
	"go/types"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/golang/platform"
)

// check type-checks new packages, each after what it imports, on all processors.
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
				if p == nil { // closed: all done
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

// checkPackage type-checks one package. A panic of the type checker leaves it
// with what was declared so far.
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
	platform := p.key.World.Platform
	if p.key.Outside {
		platform = l.Host
	}
	config := l.CheckerConfig(p.imports, platform)
	config.IgnoreFuncBodies = true
	_ = types.NewChecker(config, l.Fset, checked, nil).Files(p.files) // errors are for compilers
	return checked
}

// CheckerConfig returns the type checker's settings.
func (l *Loader) CheckerConfig(imports map[string]*Package, p platform.Platform) *types.Config {
	return &types.Config{
		FakeImportC: true, DisableUnusedImportCheck: true, Importer: importer(imports),
		Error: func(error) {}, // go on
		Sizes: types.SizesFor("gc", p.Goarch),
	}
}
