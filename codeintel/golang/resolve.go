package golang

import (
	"cmp"
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"runtime"
	"slices"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// job is a unit with the files of it that are asked for.
type job struct {
	unit
	asked []*file
	files []*file
	trees []*tree // of files; whole ones of those that are asked for

	found   map[string]imported // by import path
	imports map[string]*pkg
	result  map[*file]*facts.File
}

// resolveFiles calls found with the facts of each file, and step after each.
func resolveFiles(
	ctx context.Context, a *loader, files []string, depth facts.Depth, found func(facts.File), step *facts.Steps,
) error {
	r := &resolver{a}
	var asked []*file
	var jobs []*job
	byUnit := map[unit]*job{}
	for _, name := range files {
		f := a.files[name]
		if f == nil || f.broken {
			found(facts.Failed(name))
			step.One()
			continue
		}
		asked = append(asked, f)
		u := a.unitOf(f)
		j := byUnit[u]
		if j == nil {
			j = &job{unit: u, files: a.filesOf(u), result: map[*file]*facts.File{}}
			byUnit[u] = j
			jobs = append(jobs, j)
		}
		j.asked = append(j.asked, f)
	}
	return r.resolve(ctx, divide(jobs), newHeritage(a, asked, depth), found, step)
}

// resolver resolves the files of a project.
type resolver struct{ *loader }

func (a *resolver) resolve(ctx context.Context, jobs []*job, h *heritage, found func(facts.File), step *facts.Steps) error {
	var keys []pkgKey
	for _, j := range jobs {
		keys = append(keys, a.importsOf(j)...)
	}
	if err := a.load(ctx, append(keys, h.keys()...)); err != nil {
		return err
	}
	for _, j := range jobs {
		for imp := range j.found {
			if key, ok := a.keyOf(j.found[imp], j.world); ok {
				j.imports[imp] = a.pkgs[key]
			}
		}
	}
	if err := h.prepare(ctx); err != nil {
		return err
	}
	var mu sync.Mutex
	return inParallel(ctx, len(jobs), func(i int) {
		a.resolveJob(jobs[i], h)
		mu.Lock()
		defer mu.Unlock()
		for _, f := range jobs[i].asked {
			found(*jobs[i].result[f])
			step.One()
		}
	})
}

// importsOf resolves the imports of a job and returns the packages it needs.
func (a *resolver) importsOf(j *job) []pkgKey {
	j.found, j.imports = map[string]imported{}, map[string]*pkg{}
	var keys []pkgKey
	for _, f := range j.files {
		for _, imp := range f.imports {
			if _, seen := j.found[imp]; seen {
				continue
			}
			j.found[imp] = a.lookup(imp, path.Join(a.root, f.dir))
			if key, ok := a.keyOf(j.found[imp], j.world); ok {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// parseJob parses the files that are asked for with their bodies.
func (a *resolver) parseJob(j *job) {
	j.trees = make([]*tree, len(j.files))
	for i, f := range j.files {
		if slices.Contains(j.asked, f) {
			j.trees[i] = a.parseFile(f)
		} else {
			j.trees[i] = a.skeleton(f)
		}
	}
}

// dropTrees gives the trees of a job back.
func (a *resolver) dropTrees(j *job) {
	for i, t := range j.trees {
		if t != nil && slices.Contains(j.asked, j.files[i]) { // the others are skeletons, which stay
			a.fset.RemoveFile(t.token)
		}
	}
	j.trees = nil
}

// resolveJob type-checks a job and takes the facts out. A panic of the type
// checker costs the files of the job only.
func (a *resolver) resolveJob(j *job, h *heritage) {
	defer func() {
		if r := recover(); r != nil {
			for _, f := range j.asked {
				failed := facts.Failed(f.path)
				j.result[f] = &failed
			}
		}
		a.dropTrees(j)
	}()
	a.parseJob(j)
	info := &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
	}
	importPath := a.layout.importPathOf(path.Join(a.root, j.dir))
	if j.external || j.alone != nil {
		importPath += "_test" // its private names are its own
	}
	checked := types.NewPackage(importPath, j.name)
	syntax, byToken := make([]*ast.File, len(j.trees)), make(map[*token.File]*tree, len(j.trees))
	for i, t := range j.trees {
		syntax[i], byToken[t.token] = t.file, t
	}
	_ = types.NewChecker(a.config(j.imports, j.world.platform), a.fset, checked, info).Files(syntax)
	x := &extractor{loader: a.loader, job: j, info: info, pkg: checked, own: byToken, references: h.types}
	for i, f := range j.files {
		if slices.Contains(j.asked, f) {
			j.result[f] = x.facts(f, j.trees[i])
			j.result[f].Heritage = h.of(f)
			j.result[f].References = append(j.result[f].References, h.implementing(f, j.trees[i])...)
		}
	}
}

// divide cuts jobs with many files into one part per processor, so that a big
// package does not keep one busy and the others waiting: bodies can be checked
// apart from each other, but each part has to check all declarations.
func divide(jobs []*job) []*job {
	const enough = 30 // files that are worth it
	var out []*job
	for _, j := range jobs {
		parts := min(runtime.GOMAXPROCS(0), 1+len(j.asked)/enough)
		for part := range slices.Chunk(j.asked, (len(j.asked)+parts-1)/parts) {
			out = append(out, &job{unit: j.unit, files: j.files, asked: part, result: map[*file]*facts.File{}})
		}
	}
	slices.SortStableFunc(out, func(a, b *job) int { return cmp.Compare(size(b), size(a)) })
	return out
}

func size(j *job) (lines int) {
	for _, f := range j.asked {
		lines += f.lines
	}
	return lines
}
