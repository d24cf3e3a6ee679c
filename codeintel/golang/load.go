package golang

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// pkg is a package as others see it: type-checked without the bodies of its
// functions.
type pkg struct {
	key     pkgKey
	path    string
	name    string
	files   []*ast.File     // dropped once checked, if it is none of the project's
	imports map[string]*pkg // nil for what is not there, or would import in a circle
	types   *types.Package  // nil until checked
	paths   []string        // what the files import, distinct
}

type pkgKey struct {
	dir string // relative to the root for the project's, else absolute
	// outside is set for packages from elsewhere. They have no world: what they
	// declare for this machine will do for files that are for others.
	outside bool
	// external is set for the external tests of a folder, which nobody imports.
	external bool
	world    world
}

// load type-checks packages and all they import, as far as that is not done yet.
// Everything else here runs in one goroutine at a time.
func (a *loader) load(ctx context.Context, keys []pkgKey) error {
	var added []*pkg
	defer func() {
		for _, p := range added {
			if p.types == nil { // cancelled
				delete(a.pkgs, p.key)
			}
		}
	}()
	for wave := a.missing(keys); len(wave) > 0; {
		if err := inParallel(ctx, len(wave), func(i int) { a.parsePackage(wave[i]) }); err != nil {
			return err
		}
		var next []pkgKey
		for _, p := range wave {
			a.pkgs[p.key] = p
		}
		added = append(added, wave...)
		for _, p := range wave {
			for _, imp := range p.paths {
				if key, ok := a.importKey(imp, p.key); ok {
					next = append(next, key)
				}
			}
		}
		wave = a.missing(next)
	}
	a.link(added)
	return a.check(ctx, added)
}

// missing returns packages yet to be parsed for those keys that are not known.
func (a *loader) missing(keys []pkgKey) []*pkg {
	var out []*pkg
	seen := map[pkgKey]bool{}
	for _, key := range keys {
		if a.pkgs[key] != nil || seen[key] {
			continue
		}
		seen[key] = true
		p := &pkg{key: key, imports: map[string]*pkg{}}
		if !key.outside {
			p.path = a.layout.importPathOf(path.Join(a.root, key.dir))
		}
		out = append(out, p)
	}
	return out
}

// importKey returns the package that an import of another leads to.
func (a *loader) importKey(imp string, from pkgKey) (pkgKey, bool) {
	dir := from.dir
	if !from.outside {
		dir = path.Join(a.root, dir)
	}
	return a.keyOf(a.lookup(imp, dir), from.world)
}

func (a *loader) keyOf(found imported, w world) (pkgKey, bool) {
	switch {
	case found.project != "":
		return pkgKey{dir: found.project, world: a.canonical(found.project, w)}, true
	case found.outside != "":
		return pkgKey{dir: found.outside, outside: true}, true
	}
	return pkgKey{}, false
}

// parsePackage parses what a package consists of. It runs concurrently for
// different packages.
func (a *loader) parsePackage(p *pkg) {
	if p.key.outside {
		a.parseOutside(p)
		return
	}
	d := a.folders[p.key.dir]
	p.name = d.packageName(p.key.world.platform)
	sources := d.sources(p.name, p.key.world)
	if p.key.external {
		p.path += "_test"
		sources = d.externalTests(p.key.world.platform)
		p.name += "_test"
	}
	seen := map[string]bool{}
	for _, f := range sources {
		p.files = append(p.files, a.skeleton(f).file)
		for _, imp := range f.imports {
			if !seen[imp] {
				seen[imp] = true
				p.paths = append(p.paths, imp)
			}
		}
	}
}

// skeleton returns a file's tree without bodies.
func (a *loader) skeleton(f *file) *tree {
	a.mu.Lock()
	t := f.skeleton
	a.mu.Unlock()
	if t != nil {
		return t
	}
	t = a.parseFile(f)
	t.strip()
	a.mu.Lock()
	defer a.mu.Unlock()
	if f.skeleton == nil {
		f.skeleton = t
		a.trees[t.token] = t
	} else { // somebody else was faster
		a.fset.RemoveFile(t.token)
	}
	return f.skeleton
}

// treeAt returns the skeleton that a position lies in, nil for one elsewhere.
func (a *loader) treeAt(p token.Pos) *tree {
	f := a.fset.File(p)
	if f == nil {
		return nil
	}
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.trees[f]
}

// parseFile parses a file again. One that cannot be read any more is empty.
func (a *loader) parseFile(f *file) *tree {
	text, _ := a.read(f.path)
	t, err := parse(f.path, text, a.fset)
	if err != nil {
		t, _ = parse(f.path, "package "+f.name, a.fset)
	}
	return t
}

// parseOutside parses a package from elsewhere.
func (a *loader) parseOutside(p *pkg) {
	p.files = a.outsideFiles(p.key.dir)
	p.path = a.layout.pathOutside(p.key.dir)
	seen := map[string]bool{}
	for _, f := range p.files {
		p.name = f.Name.Name
		for _, spec := range f.Imports {
			if imp := importPath(spec); !seen[imp] {
				seen[imp] = true
				p.paths = append(p.paths, imp)
			}
		}
	}
}

// outsideFiles parses the files of a package from elsewhere that are for this
// machine, or if there are none for the first that it has files for. The standard
// library has Go for what it has C for.
func (a *loader) outsideFiles(dir string) []*ast.File {
	type candidate struct {
		name, text string
		condition  condition
	}
	var all []candidate
	host := a.host
	host.cgo = false
	for _, name := range a.layout.goFiles(dir) {
		if text, ok := a.layout.read(path.Join(dir, name)); ok {
			all = append(all, candidate{name, text, conditionOf(name, text)})
		}
	}
	var files []*ast.File
	parseFor := func(p platform) {
		for _, c := range all {
			if !c.condition.holds(p) {
				continue
			}
			f := parseForeign(a.fset, path.Join(dir, c.name), c.text)
			if f != nil && (p.cgo || !importsC(f)) && (len(files) == 0 || f.Name.Name == files[0].Name.Name) {
				files = append(files, f)
			}
		}
	}
	parseFor(host)
	host.cgo = true
	for i := 0; i < len(all) && len(files) == 0; i++ {
		if p, ok := all[i].condition.platformFor(host); ok {
			parseFor(p)
		}
	}
	return files
}

func importsC(f *ast.File) bool {
	for _, s := range f.Imports {
		if importPath(s) == "C" {
			return true
		}
	}
	return false
}

// link connects new packages to what they import, but not in circles.
func (a *loader) link(added []*pkg) {
	fresh := make(map[*pkg]bool, len(added))
	for _, p := range added {
		fresh[p] = true
	}
	const visiting, done = 1, 2
	state := map[*pkg]int{}
	var visit func(p *pkg)
	visit = func(p *pkg) {
		state[p] = visiting
		for _, imp := range p.paths {
			key, ok := a.importKey(imp, p.key)
			if !ok {
				continue
			}
			q := a.pkgs[key]
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

// inParallel calls do for 0 to n-1 on all processors.
func inParallel(ctx context.Context, n int, do func(i int)) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() error {
			for {
				if err := ctx.Err(); err != nil {
					return err
				}
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				do(i)
			}
		})
	}
	return group.Wait()
}
