package load

import (
	"go/token"
	"path"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// Loader parses and type-checks packages and keeps them until they change.
type Loader struct {
	*project.Project
	Read func(rel string) (string, bool)
	Fset *token.FileSet
	Pkgs map[Key]*Package

	mu    sync.RWMutex // guards Trees and the skeletons of files
	Trees map[*token.File]*syntax.Tree
}

// New returns a loader without packages.
func New(p *project.Project) *Loader {
	a := &Loader{Project: p}
	a.Release()
	return a
}

// newPackages returns unparsed packages for the keys that are not loaded.
func (l *Loader) newPackages(keys []Key) []*Package {
	var out []*Package
	seen := map[Key]bool{}
	for _, key := range keys {
		if l.Pkgs[key] != nil || seen[key] {
			continue
		}
		seen[key] = true
		p := &Package{key: key, imports: map[string]*Package{}}
		if !key.Outside {
			p.path = l.Layout.ImportPathOf(path.Join(l.Root, key.Dir))
		}
		out = append(out, p)
	}
	return out
}

// importKey returns the key of an imported package; false if it does not exist.
func (l *Loader) importKey(imp string, from Key) (Key, bool) {
	dir := from.Dir
	if !from.Outside {
		dir = path.Join(l.Root, dir)
	}
	return l.KeyOf(l.Lookup(imp, dir), from.View)
}

// KeyOf returns the key of an imported package in a view; false if the package does not exist.
func (l *Loader) KeyOf(found project.Import, w project.View) (Key, bool) {
	switch {
	case found.ProjectDir != "":
		return Key{Dir: found.ProjectDir, View: l.CanonicalView(found.ProjectDir, w)}, true
	case found.OutsideDir != "":
		return Key{Dir: found.OutsideDir, Outside: true}, true
	}
	return Key{}, false
}

// Skeleton returns the tree of a file without bodies. It is safe for concurrent use.
func (l *Loader) Skeleton(f *project.File) *syntax.Tree {
	l.mu.Lock()
	t := f.Skeleton
	l.mu.Unlock()
	if t != nil {
		return t
	}
	t = l.ParseFile(f)
	t.StripBodies()
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.Skeleton == nil {
		f.Skeleton = t
		l.Trees[t.TokenFile] = t
	} else { // another goroutine was faster
		l.Fset.RemoveFile(t.TokenFile)
	}
	return f.Skeleton
}

// TreeAt returns the skeleton that contains a position, or nil. It is safe for concurrent use.
func (l *Loader) TreeAt(p token.Pos) *syntax.Tree {
	f := l.Fset.File(p)
	if f == nil {
		return nil
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.Trees[f]
}

// ParseFile parses a file with its bodies. If the file can no longer be parsed, the tree is
// empty.
func (l *Loader) ParseFile(f *project.File) *syntax.Tree {
	text, _ := l.Read(f.Path)
	t, err := syntax.Parse(f.Path, text, l.Fset)
	if err != nil {
		t, _ = syntax.Parse(f.Path, "package "+f.Name, l.Fset)
	}
	return t
}

// linkImports connects new packages to their imports, leaving out cycles.
func (l *Loader) linkImports(added []*Package) {
	fresh := make(map[*Package]bool, len(added))
	for _, p := range added {
		fresh[p] = true
	}
	const visiting, done = 1, 2
	state := map[*Package]int{}
	var visit func(p *Package)
	visit = func(p *Package) {
		state[p] = visiting
		for _, imp := range p.paths {
			key, ok := l.importKey(imp, p.key)
			if !ok {
				continue
			}
			q := l.Pkgs[key]
			if fresh[q] && state[q] == 0 {
				visit(q)
			}
			if state[q] != visiting {
				p.imports[imp] = q
			}
		}
		state[p] = done
	}
	for _, p := range added {
		if state[p] == 0 {
			visit(p)
		}
	}
}

// Release drops everything that can be loaded again.
func (l *Loader) Release() {
	l.Fset, l.Pkgs, l.Trees = token.NewFileSet(), map[Key]*Package{}, map[*token.File]*syntax.Tree{}
	for _, f := range l.Files {
		f.Skeleton = nil
	}
}

// Discard removes the skeleton of a file from the file set.
func (l *Loader) Discard(f *project.File) {
	if f != nil && f.Skeleton != nil {
		l.Fset.RemoveFile(f.Skeleton.TokenFile)
		delete(l.Trees, f.Skeleton.TokenFile)
		f.Skeleton = nil
	}
}

// Register makes the skeleton of a file available to [Loader.TreeAt].
func (l *Loader) Register(f *project.File) {
	if f.Skeleton != nil {
		l.Trees[f.Skeleton.TokenFile] = f.Skeleton
	}
}

// DropPackages removes type-checked packages and those that import them.
func (l *Loader) DropPackages(drop func(Key) bool) {
	dropped := map[*Package]bool{}
	for key, p := range l.Pkgs {
		if drop(key) {
			dropped[p] = true
			delete(l.Pkgs, key)
		}
	}
	for n := -1; n != len(dropped); {
		n = len(dropped)
		for key, p := range l.Pkgs {
			for _, q := range p.imports {
				if dropped[q] {
					dropped[p] = true
					delete(l.Pkgs, key)
					break
				}
			}
		}
	}
}
