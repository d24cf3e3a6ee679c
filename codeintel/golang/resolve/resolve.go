package resolve

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
	"github.com/coderef-system/coderefd/codeintel/golang/heritage"
	"github.com/coderef-system/coderefd/codeintel/golang/load"
	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
	"github.com/coderef-system/coderefd/codeintel/parallel"
)

// resolver resolves the files of a project.
type resolver struct{ *load.Loader }

// Files calls found with the facts of each file, and step after each file. The calls of found
// do not overlap. The error is that of the context.
func Files(
	ctx context.Context, a *load.Loader, files []string, depth facts.Depth, found func(facts.File), step *facts.Steps,
) error {
	r := &resolver{a}
	var requested []*project.File
	var jobs []*job
	byUnit := map[project.Unit]*job{}
	for _, name := range files {
		f := a.Files[name]
		if f == nil || f.Broken {
			found(facts.Failed(name))
			step.One()
			continue
		}
		requested = append(requested, f)
		u := a.UnitOf(f)
		j := byUnit[u]
		if j == nil {
			j = &job{Unit: u, files: a.UnitFiles(u), result: map[*project.File]*facts.File{}}
			byUnit[u] = j
			jobs = append(jobs, j)
		}
		j.requested = append(j.requested, f)
	}
	return r.resolve(ctx, split(jobs), heritage.New(a, requested, depth), found, step)
}

func (r *resolver) resolve(ctx context.Context, jobs []*job, h *heritage.Relations, found func(facts.File),
	step *facts.Steps,
) error {
	var keys []load.Key
	for _, j := range jobs {
		keys = append(keys, r.importsOf(j)...)
	}
	if err := r.Load(ctx, append(keys, h.Keys()...)); err != nil {
		return err
	}
	for _, j := range jobs {
		for imp := range j.found {
			if key, ok := r.KeyOf(j.found[imp], j.View); ok {
				j.imports[imp] = r.Pkgs[key]
			}
		}
	}
	if err := h.Check(ctx); err != nil {
		return err
	}
	var mu sync.Mutex
	return parallel.For(ctx, len(jobs), 1, func(i int) {
		r.resolveJob(jobs[i], h)
		mu.Lock()
		defer mu.Unlock()
		for _, f := range jobs[i].requested {
			found(*jobs[i].result[f])
			step.One()
		}
	})
}

// importsOf resolves the imports of a job and returns the packages to load.
func (r *resolver) importsOf(j *job) []load.Key {
	j.found, j.imports = map[string]project.Import{}, map[string]*load.Package{}
	var keys []load.Key
	for _, f := range j.files {
		for _, imp := range f.Imports {
			if _, seen := j.found[imp]; seen {
				continue
			}
			j.found[imp] = r.Lookup(imp, path.Join(r.Root, f.Dir))
			if key, ok := r.KeyOf(j.found[imp], j.View); ok {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// parseJob parses the requested files with their bodies.
func (r *resolver) parseJob(j *job) {
	j.trees = make([]*syntax.Tree, len(j.files))
	for i, f := range j.files {
		if slices.Contains(j.requested, f) {
			j.trees[i] = r.ParseFile(f)
		} else {
			j.trees[i] = r.Skeleton(f)
		}
	}
}

// dropTrees removes the trees of a job from the file set.
func (r *resolver) dropTrees(j *job) {
	for i, t := range j.trees {
		if t != nil && slices.Contains(j.requested, j.files[i]) { // the other trees are skeletons, which are kept
			r.Fset.RemoveFile(t.TokenFile)
		}
	}
	j.trees = nil
}

// resolveJob type-checks a job and stores the facts of its requested files. After a panic,
// these files have no facts.
func (r *resolver) resolveJob(j *job, h *heritage.Relations) {
	defer func() {
		if recover() != nil {
			for _, f := range j.requested {
				failed := facts.Failed(f.Path)
				j.result[f] = &failed
			}
		}
		r.dropTrees(j)
	}()
	r.parseJob(j)
	info := &types.Info{
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Implicits: map[ast.Node]types.Object{},
	}
	importPath := r.Layout.ImportPathOf(path.Join(r.Root, j.Dir))
	if j.External || j.Standalone != nil {
		importPath += "_test" // its private names are its own
	}
	checked := types.NewPackage(importPath, j.Name)
	syntax, byToken := make([]*ast.File, len(j.trees)), make(map[*token.File]*syntax.Tree, len(j.trees))
	for i, t := range j.trees {
		syntax[i], byToken[t.TokenFile] = t.AST, t
	}
	_ = types.NewChecker(r.CheckerConfig(j.imports, j.View.Platform), r.Fset, checked, info).Files(syntax)
	x := &extractor{Loader: r.Loader, job: j, info: info, pkg: checked, trees: byToken, references: h.WithTypes}
	for i, f := range j.files {
		if slices.Contains(j.requested, f) {
			j.result[f] = x.facts(f, j.trees[i])
			j.result[f].Heritage = h.Of(f)
			j.result[f].References = append(j.result[f].References, h.Implements(f, j.trees[i])...)
		}
	}
}

// split divides jobs with many files into parts, so that a large package uses all processors.
// Each part checks the declarations of all files, but only the bodies of its own.
func split(jobs []*job) []*job {
	const filesPerPart = 30
	var out []*job
	for _, j := range jobs {
		parts := min(runtime.GOMAXPROCS(0), 1+len(j.requested)/filesPerPart)
		for part := range slices.Chunk(j.requested, (len(j.requested)+parts-1)/parts) {
			out = append(out, &job{
				Unit: j.Unit, files: j.files, requested: part, result: map[*project.File]*facts.File{},
			})
		}
	}
	slices.SortStableFunc(out, func(a, b *job) int { return cmp.Compare(lineCount(b), lineCount(a)) })
	return out
}

func lineCount(j *job) (lines int) {
	for _, f := range j.requested {
		lines += f.Lines
	}
	return lines
}
