package golang

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// callsOf returns the external calls and the unresolved names of a project with one file.
func callsOf(t *testing.T, a *analyzer, p *facts.Project) (calls, unresolved []string) {
	t.Helper()
	if _, err := a.Update(context.Background(), p, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Resolve(context.Background(), p.Files, facts.CallsAndImports, func(f facts.File) {
		for _, c := range f.Calls {
			calls = append(calls, c.To.External)
		}
		for _, u := range f.Unresolved {
			unresolved = append(unresolved, u.Name)
		}
	}, nil); err != nil {
		t.Fatal(err)
	}
	return calls, unresolved
}

func newTestAnalyzer(goRoot, cache string) *analyzer {
	a := Language{}.NewAnalyzer().(*analyzer)
	a.installed = func() (string, string) { return goRoot, cache }
	return a
}

// TestNothingInstalled checks that without a Go installation imports resolve to their paths,
// and names from their packages are unresolved.
func TestNothingInstalled(t *testing.T) {
	p := memoryProject(map[string]string{
		"a.go": "package a\n\nimport \"strings\"\n\nfunc f() { strings.ToUpper(\"\"); strings.NewReader(\"\").Len() }\n",
	})
	calls, unresolved := callsOf(t, newTestAnalyzer("", ""), p)
	if !slices.Equal(calls, []string{"strings#ToUpper", "strings#NewReader"}) ||
		!slices.Equal(unresolved, []string{"Len"}) {
		t.Errorf("calls %q, unresolved %q", calls, unresolved)
	}
}

// TestModuleCache checks that a required module is found in the cache by its escaped path and
// version, an indirect one through the go.mod file that requires it, and that an update
// notices a new module.
func TestModuleCache(t *testing.T) {
	cache := filepath.ToSlash(t.TempDir())
	put := func(name, text string) {
		t.Helper()
		name = filepath.Join(cache, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("example.com/!dep@v1.2.3/go.mod", "module example.com/Dep\n\nrequire example.com/deep v0.1.0\n")
	put("example.com/!dep@v1.2.3/dep.go",
		"package dep\n\nimport \"example.com/deep\"\n\nfunc New() *deep.T { return nil }\n")
	p := memoryProject(map[string]string{
		"go.mod": "module example.com/m\n\nrequire example.com/Dep v1.2.3\n",
		"a.go":   "package a\n\nimport \"example.com/Dep\"\n\nfunc f() { dep.New().Method() }\n",
	})
	a := newTestAnalyzer("", cache)
	calls, unresolved := callsOf(t, a, p)
	if !slices.Equal(calls, []string{"example.com/Dep#New"}) || !slices.Equal(unresolved, []string{"Method"}) {
		t.Errorf("without the indirect module: calls %q, unresolved %q", calls, unresolved)
	}
	put("example.com/deep@v0.1.0/deep.go", "package deep\n\ntype T struct{}\n\nfunc (*T) Method() {}\n")
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil || !slices.Contains(changes.Stale, "a.go") {
		t.Errorf("after adding a module: stale files %q, error %v; want a.go", changes.Stale, err)
	}
	calls, unresolved = callsOf(t, a, p)
	slices.Sort(calls)
	if !slices.Equal(calls, []string{"example.com/Dep#New", "example.com/deep#T.Method"}) || len(unresolved) > 0 {
		t.Errorf("with all modules: calls %q, unresolved %q", calls, unresolved)
	}
	for _, probe := range changes.Probes {
		if strings.Contains(filepath.ToSlash(probe.Path), "/example.com/!dep@v1.2.3/dep.go") {
			t.Errorf("probe of the immutable file %s", probe.Path)
		}
	}
}

// TestConfigurationsChange checks that packages outside the project are not kept when the
// configuration changes.
func TestConfigurationsChange(t *testing.T) {
	cache := t.TempDir()
	dir := filepath.Join(cache, "example.com", "dep@v1.0.0")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "dep.go"), []byte("package dep\n\nfunc F() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	a := newTestAnalyzer("", filepath.ToSlash(cache))
	for i := range 3 {
		p := memoryProject(map[string]string{
			"go.mod": fmt.Sprintf("module example.com/m%d\n\nrequire example.com/dep v1.0.0\n", i),
			"a.go":   "package a\n\nimport \"example.com/dep\"\n\nfunc f() { dep.F() }\n",
		})
		if calls, _ := callsOf(t, a, p); !slices.Equal(calls, []string{"example.com/dep#F"}) {
			t.Errorf("calls %q, want example.com/dep#F", calls)
		}
		var kept []string
		a.Fset.Iterate(func(f *token.File) bool { kept = append(kept, f.Name()); return true })
		if len(kept) != 2 {
			t.Errorf("after configuration %d: file set %q, want 2 files", i, kept)
		}
	}
}

// TestCancel checks that a cancelled update changes nothing, that a cancelled resolution ends,
// and that the next calls return complete results.
func TestCancel(t *testing.T) {
	texts := map[string]string{}
	for path, versions := range variants() {
		texts[path] = versions[0]
	}
	p := memoryProject(texts)
	a := Language{}.NewAnalyzer()
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := a.Update(ctx, p, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Fatalf("update: error %v, want %v", err, context.Canceled)
	}
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil || len(changes.Declared) != len(p.Files) {
		t.Fatalf("declared %d files of %d, error %v", len(changes.Declared), len(p.Files), err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if _, err := a.Resolve(ctx, p.Files, facts.CallsAndImports, func(facts.File) {}, nil); !errors.Is(err,
		context.Canceled) {
		t.Errorf("resolve: error %v, want %v", err, context.Canceled)
	}
	found := map[string]bool{}
	last := 0
	if _, err := a.Resolve(context.Background(), p.Files, facts.CallsAndImports,
		func(f facts.File) { found[f.Path] = true }, func(done, total int) {
			if done <= last || total != len(p.Files) {
				t.Errorf("progress %d of %d after %d, want increasing and %d in total", done, total, last, len(p.Files))
			}
			last = done
		}); err != nil || len(found) != len(p.Files) {
		t.Errorf("resolved %d files of %d, error %v", len(found), len(p.Files), err)
	}
}

// TestCancelledLoad checks that packages are loaded again if the resolution was cancelled
// after they were parsed.
func TestCancelledLoad(t *testing.T) {
	p := memoryProject(map[string]string{
		"go.mod": "module example.com/m\n",
		"a/a.go": "package a\n\nimport \"example.com/m/b\"\n\nfunc f() { b.New().Get() }\n",
		"b/b.go": "package b\n\nimport \"example.com/m/c\"\n\nfunc New() *T { return nil }\n\ntype T struct{ c.T }\n",
		"c/c.go": "package c\n\ntype T struct{}\n\nfunc (T) Get() {}\n",
		"d/d.go": "package d\n\nimport \"example.com/m/e\"\n\nfunc f() { e.V.Get() }\n",
		"e/e.go": "package e\n\nimport \"example.com/m/b\"\n\nvar V = b.New()\n",
	})
	reached := func() {}
	read := p.Read
	p.Read = func(rel string) (string, bool) {
		if rel == "c/c.go" {
			reached()
		}
		return read(rel)
	}
	a := newTestAnalyzer("", "")
	if _, err := a.Update(context.Background(), p, nil); err != nil {
		t.Fatal(err)
	}
	a.Release() // so that packages are parsed during the load
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reached = cancel
	if _, err := a.Resolve(ctx, []string{"a/a.go"}, facts.CallsAndImports, func(facts.File) {}, nil); !errors.Is(err,
		context.Canceled) {
		t.Fatalf("resolve: error %v, want %v", err, context.Canceled)
	}
	for _, file := range []string{"a/a.go", "d/d.go"} {
		if _, err := a.Resolve(t.Context(), []string{file}, facts.CallsAndImports, func(f facts.File) {
			inC := func(c facts.Call) bool { return c.To.File == "c/c.go" }
			if len(f.Unresolved) > 0 || !slices.ContainsFunc(f.Calls, inC) {
				t.Errorf("%s calls %+v, unresolved %+v", file, f.Calls, f.Unresolved)
			}
		}, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestManyAssignments checks that following assignments is bounded.
func TestManyAssignments(t *testing.T) {
	const set = "\tf = g\n\tg = f\n"
	p := memoryProject(map[string]string{
		"a.go": "package a\n\nfunc a() {}\n\nfunc b() {\n\tf, g := a, a\n" + strings.Repeat(set, 300) + "\tf()\n}\n",
	})
	if calls, unresolved := callsOf(t, newTestAnalyzer("", ""), p); len(calls) > 0 ||
		!slices.Equal(unresolved, []string{"f"}) {
		t.Errorf("calls %q, unresolved %q", calls, unresolved)
	}
}

// TestBigPackage checks that the parts of a package are resolved concurrently with shared
// skeletons.
func TestBigPackage(t *testing.T) {
	before := runtime.GOMAXPROCS(4) // the number of parts
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	texts := map[string]string{}
	for i := range 200 {
		texts[fmt.Sprintf("f%d.go", i)] = fmt.Sprintf("package a\n\nfunc f%d() { f%d() }\n", i, (i+1)%200)
	}
	p := memoryProject(texts)
	a := newTestAnalyzer("", "")
	if _, err := a.Update(t.Context(), p, nil); err != nil {
		t.Fatal(err)
	}
	a.Release()
	calls := 0
	if _, err := a.Resolve(t.Context(), p.Files, facts.CallsAndImports, func(f facts.File) { calls += len(f.Calls) },
		nil); err != nil || calls != len(p.Files) {
		t.Errorf("%d calls, error %v, want %d calls", calls, err, len(p.Files))
	}
	kept := 0
	a.Fset.Iterate(func(*token.File) bool { kept++; return true })
	if kept != len(a.Trees) {
		t.Errorf("the file set has %d files, want %d", kept, len(a.Trees))
	}
}

// TestTooDeep checks that a file nested too deeply has no outline and no facts.
func TestTooDeep(t *testing.T) {
	deep := "package a\n\nvar x = " + strings.Repeat("(", 200_000) + "1" + strings.Repeat(")", 200_000) + "\n"
	if _, _, err := (Language{}).Outline("deep.go", deep, false); !errors.Is(err, facts.ErrTooDeep) {
		t.Errorf("outline: error %v, want %v", err, facts.ErrTooDeep)
	}
	p := memoryProject(map[string]string{"deep.go": deep, "a.go": "package a\n\nfunc f() {}\n"})
	a := Language{}.NewAnalyzer()
	if _, err := a.Update(context.Background(), p, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Resolve(context.Background(), []string{"deep.go"}, facts.CallsAndImports, func(f facts.File) {
		if len(f.Unresolved) != 2 || f.Unresolved[0].Name != "*" {
			t.Errorf("facts %+v, want those of a failed file", f)
		}
	}, nil); err != nil {
		t.Fatal(err)
	}
}
