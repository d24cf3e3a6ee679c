package golang

import (
	"go/token"
	"sync"
)

// loader parses and type-checks packages, and keeps them until they change.
type loader struct {
	*project
	read func(rel string) (string, bool)
	fset *token.FileSet
	pkgs map[pkgKey]*pkg

	mu    sync.RWMutex // guards trees and the skeletons of files
	trees map[*token.File]*tree
}

func newLoader(p *project) *loader {
	a := &loader{project: p}
	a.release()
	return a
}

// release drops all that can be loaded again.
func (a *loader) release() {
	a.fset, a.pkgs, a.trees = token.NewFileSet(), map[pkgKey]*pkg{}, map[*token.File]*tree{}
	for _, f := range a.files {
		f.skeleton = nil
	}
}

// discard takes a file's skeleton out of the file set.
func (a *loader) discard(f *file) {
	if f != nil && f.skeleton != nil {
		a.fset.RemoveFile(f.skeleton.token)
		delete(a.trees, f.skeleton.token)
		f.skeleton = nil
	}
}

func (a *loader) register(f *file) {
	if f.skeleton != nil {
		a.trees[f.skeleton.token] = f.skeleton
	}
}

// dropPackages forgets type-checked packages, and those that import them.
func (a *loader) dropPackages(drop func(pkgKey) bool) {
	gone := map[*pkg]bool{}
	for key, p := range a.pkgs {
		if drop(key) {
			gone[p] = true
			delete(a.pkgs, key)
		}
	}
	for n := -1; n != len(gone); {
		n = len(gone)
		for key, p := range a.pkgs {
			for _, q := range p.imports {
				if gone[q] {
					gone[p] = true
					delete(a.pkgs, key)
					break
				}
			}
		}
	}
}
