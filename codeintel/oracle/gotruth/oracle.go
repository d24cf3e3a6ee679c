// Package gotruth asks go/packages, which runs the go command, and go/types
// about a Go module. It shares no code with the engine.
package gotruth

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Oracle knows one module, its tests included.
type Oracle struct {
	root     string
	packages []*packages.Package
	declared []truth.Declaration
	lines    int
	files    int
	calls    *calls
	sampled  []truth.Declaration
}

var _ truth.Oracle = (*Oracle)(nil)

// Load loads the module at root with everything it depends on, from source.
// What a build on this machine leaves out is known to declare, but not to call.
func Load(ctx context.Context, root string) (*Oracle, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: root, Tests: true, Env: append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
	}, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, fmt.Errorf("%s: %w", p.ID, p.Errors[0])
		}
	}
	o := &Oracle{root: root, packages: loaded}
	if err := o.declarations(); err != nil {
		return nil, err
	}
	o.calls, err = o.collectCalls()
	return o, err
}

// Close implements [truth.Oracle].
func (o *Oracle) Close() error { return nil }

// Truth implements [truth.Oracle].
func (o *Oracle) Truth(_ context.Context, sample truth.Sample) (*truth.Project, error) {
	p := &truth.Project{Version: runtime.Version(), Files: o.files, Lines: o.lines, Declarations: o.declared}
	callable := slices.DeleteFunc(slices.Clone(o.declared), func(d truth.Declaration) bool {
		isCallable := d.Kind == "function" || d.Kind == "method" || o.calls.holdsFunction[placeOf(d)]
		return !isCallable || isTest(d)
	})
	for _, d := range choose(callable, sample.Calls, sample.Seed) {
		p.Calls = append(p.Calls, truth.Case{Target: d, Sites: o.calls.of(placeOf(d))})
		o.sampled = append(o.sampled, d)
	}
	imports, err := o.collectImports()
	if err != nil {
		return nil, err
	}
	p.ImportedFiles = imports.files(choose(imports.importable, sample.Files, sample.Seed))
	p.ImportedElements = imports.elements(choose(o.importable(), sample.Elements, sample.Seed))
	return p, nil
}

// Judge implements [truth.Oracle]. go/types lists every use of a name: what it
// does not list is a call of a function value, which it cannot follow.
func (o *Oracle) Judge(_ context.Context, extras []truth.Extra) ([]string, error) {
	rules := make([]string, len(extras))
	for i, e := range extras {
		rules[i] = o.calls.ruleOf(placeOf(o.sampled[e.Target]), site{e.File, e.Line, e.Column})
	}
	return rules, nil
}

// importable are the declarations that other packages may name.
func (o *Oracle) importable() []truth.Declaration {
	return slices.DeleteFunc(slices.Clone(o.declared), func(d truth.Declaration) bool {
		return !d.Exported || strings.Contains(d.Name, ".") || isTest(d)
	})
}

// isTest reports a declaration of a test: nothing calls a test, so those are no
// targets; calls and imports in tests count.
func isTest(d truth.Declaration) bool { return strings.HasSuffix(d.File, "_test.go") }

// choose returns n of the items, chosen by the seed, in their order.
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

// relative returns a path relative to the module with slashes; false for a file
// outside of it.
func (o *Oracle) relative(path string) (string, bool) {
	rel, err := filepath.Rel(o.root, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return "", false
	}
	return filepath.ToSlash(rel), true
}
