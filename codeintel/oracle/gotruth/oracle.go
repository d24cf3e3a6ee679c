// Package gotruth is the oracle for Go modules. It uses go/packages, which runs the go
// command, and go/types. It shares no code with the engine.
package gotruth

import (
	"context"
	"math/rand/v2"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

var _ truth.Oracle = (*Oracle)(nil)

// Load loads the module at root as this machine builds it, and with further builds for
// the files that this build excludes.
func Load(ctx context.Context, root string) (*Oracle, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	o := &Oracle{root: root}
	if err := o.declarations(); err != nil {
		return nil, err
	}
	for i, b := range variants(o.paths) {
		if err := o.load(ctx, b, i == 0); err != nil {
			return nil, err
		}
	}
	o.calls, err = o.collectCalls()
	return o, err
}

// Close implements [truth.Oracle].
func (o *Oracle) Close() error { return nil }

// Truth implements [truth.Oracle].
func (o *Oracle) Truth(_ context.Context, sample truth.Sample) (*truth.Project, error) {
	p := &truth.Project{
		Version: runtime.Version(), Files: len(o.paths), Lines: o.lines, Declarations: o.declared,
	}
	callable := slices.DeleteFunc(slices.Clone(o.declared), func(d truth.Declaration) bool {
		isCallable := d.Kind == "function" || d.Kind == "method" || o.calls.holdsFunction[placeOf(d)]
		return !isCallable || isTest(d)
	})
	for _, d := range choose(callable, sample.Calls, sample.Seed) {
		p.Calls = append(p.Calls, truth.Case{Target: d, Sites: o.calls.of(placeOf(d))})
	}
	var err error
	if o.imports, err = o.collectImports(); err != nil {
		return nil, err
	}
	o.files = choose(o.imports.importable, sample.Files, sample.Seed)
	p.ImportedFiles = cases(o.files, func(d truth.Declaration) map[site]bool { return o.imports.files[d.File] })
	elements := choose(o.importable(), sample.Elements, sample.Seed)
	p.ImportedElements = cases(elements, func(d truth.Declaration) map[site]bool { return o.imports.named[placeOf(d)] })
	return p, nil
}

// JudgeCalls implements [truth.Oracle]. go/types resolves every name, but does not follow
// function values, so a call of a function value may be a call of the target.
func (o *Oracle) JudgeCalls(_ context.Context, extras []truth.Extra) ([]string, error) {
	rules := make([]string, len(extras))
	for i, e := range extras {
		if o.calls.values[site{e.File, e.Line, e.Column}] {
			rules[i] = "a call of a function value"
		}
	}
	return rules, nil
}

// JudgeFiles implements [truth.Oracle]. A blank or dot import concerns a package, and not
// one of its files.
func (o *Oracle) JudgeFiles(_ context.Context, extras []truth.Extra) ([]string, error) {
	rules := make([]string, len(extras))
	for i, e := range extras {
		if o.imports.whole[path.Dir(o.files[e.Target].File)][site{e.File, e.Line, e.Column}] {
			rules[i] = "a blank or dot import of the file's package"
		}
	}
	return rules, nil
}

// importable returns the declarations that other packages can use.
func (o *Oracle) importable() []truth.Declaration {
	return slices.DeleteFunc(slices.Clone(o.declared), func(d truth.Declaration) bool {
		return !d.Exported || strings.Contains(d.Name, ".") || isTest(d)
	})
}

// isTest reports whether a declaration is in a test file. Such declarations are not targets,
// because tests are not called. Calls and imports in tests are sites.
func isTest(d truth.Declaration) bool { return strings.HasSuffix(d.File, "_test.go") }

// choose returns up to n of the items, chosen by the seed, in their order.
func choose[T any](items []T, n, seed int) []T {
	order := rand.New(rand.NewPCG(uint64(seed), 0)).Perm(len(items))
	order = order[:min(n, len(order))]
	slices.Sort(order)
	out := make([]T, len(order))
	for i, at := range order {
		out[i] = items[at]
	}
	return out
}
