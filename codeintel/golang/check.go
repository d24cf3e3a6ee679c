package golang

import (
	"context"
	"fmt"
	"go/types"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// check type-checks new packages, each after what it imports, on all processors.
func (a *loader) check(ctx context.Context, added []*pkg) error {
	waits, importers := map[*pkg]int{}, map[*pkg][]*pkg{}
	ready := make(chan *pkg, len(added))
	for _, p := range added {
		for _, q := range p.imports {
			if q.types == nil {
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
				var p *pkg
				select {
				case <-ctx.Done():
					return ctx.Err()
				case p = <-ready:
				}
				if p == nil { // closed: all done
					return nil
				}
				checked := a.checkPackage(p)
				mu.Lock()
				p.types = checked
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
func (a *loader) checkPackage(p *pkg) (checked *types.Package) {
	checked = types.NewPackage(p.path, p.name)
	defer func() {
		if r := recover(); r != nil {
			checked.MarkComplete()
		}
		if p.key.outside {
			p.files = nil
		}
	}()
	platform := p.key.world.platform
	if p.key.outside {
		platform = a.host
	}
	config := a.config(p.imports, platform)
	config.IgnoreFuncBodies = true
	_ = types.NewChecker(config, a.fset, checked, nil).Files(p.files) // errors are for compilers
	return checked
}

// config returns the type checker's settings.
func (a *loader) config(imports map[string]*pkg, p platform) *types.Config {
	return &types.Config{
		FakeImportC: true, DisableUnusedImportCheck: true, Importer: importer(imports),
		Error: func(error) {}, // go on
		Sizes: types.SizesFor("gc", p.goarch),
	}
}

// importer hands out packages by import path.
type importer map[string]*pkg

// Import implements [types.Importer].
func (i importer) Import(imp string) (*types.Package, error) {
	if imp == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i[imp]; p != nil && p.types != nil {
		return p.types, nil
	}
	// The type checker takes what comes with an error for a stand-in.
	return types.NewPackage(imp, guessName(imp)), fmt.Errorf("package %s is not there", imp)
}
