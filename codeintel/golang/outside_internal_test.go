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
			if u.Inbound {
				continue
			}
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

// checkCalls compares the external calls and the unresolved names of a project with one file.
func checkCalls(t *testing.T, a *analyzer, p *facts.Project, wantCalls, wantUnresolved []string) {
	t.Helper()
	calls, unresolved := callsOf(t, a, p)
	slices.Sort(calls)
	if !slices.Equal(calls, wantCalls) || !slices.Equal(unresolved, wantUnresolved) {
		t.Errorf("got calls %q and unresolved %q, want %q and %q", calls, unresolved, wantCalls, wantUnresolved)
	}
}

// TestImportsResolveToPathsWithoutInstallation checks that without a Go installation imports
// resolve to their paths, and names from their packages are unresolved.
func TestImportsResolveToPathsWithoutInstallation(t *testing.T) {
	p := memoryProject(map[string]string{
		"a.go": "package a\n\nimport \"strings\"\n\n" +
			"func f() { strings.ToUpper(\"\"); strings.NewReader(\"\").Len() }\n",
	})
	checkCalls(t, newTestAnalyzer("", ""), p, []string{"strings#NewReader", "strings#ToUpper"}, []string{"Len"})
}

// TestModulesResolveInModuleCache checks that a required module is found in the cache by its
// escaped path and version, that an indirect one is found through the go.mod file that requires
// it, and that an update notices a new module.
func TestModulesResolveInModuleCache(t *testing.T) {
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
	checkCalls(t, a, p, []string{"example.com/Dep#New"}, []string{"Method"}) // without the indirect module
	put("example.com/deep@v0.1.0/deep.go", "package deep\n\ntype T struct{}\n\nfunc (*T) Method() {}\n")
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil || !slices.Contains(changes.Stale, "a.go") {
		t.Errorf("after adding a module: got stale files %q and error %v, want a.go and none", changes.Stale, err)
	}
	checkCalls(t, a, p, []string{"example.com/Dep#New", "example.com/deep#T.Method"}, nil)
	for _, probe := range changes.Probes {
		if strings.Contains(filepath.ToSlash(probe.Path), "/example.com/!dep@v1.2.3/dep.go") {
			t.Errorf("got a probe of the immutable file %s, want none", probe.Path)
		}
	}
}

// TestConfigurationChangeDropsOutsidePackages checks that packages outside the project are not
// kept when the configuration changes.
func TestConfigurationChangeDropsOutsidePackages(t *testing.T) {
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
			t.Errorf("got calls %q, want example.com/dep#F", calls)
		}
		var kept []string
		a.Fset.Iterate(func(f *token.File) bool { kept = append(kept, f.Name()); return true })
		if len(kept) != 2 {
			t.Errorf("after configuration %d: got file set %q, want 2 files", i, kept)
		}
	}
}

// TestCallsAfterCancelledCallsAreComplete checks that a cancelled update changes nothing, that
// a cancelled resolution ends, and that the next calls return complete results.
func TestCallsAfterCancelledCallsAreComplete(t *testing.T) {
	texts := map[string]string{}
	for path, versions := range variants() {
		texts[path] = versions[0]
	}
	p := memoryProject(texts)
	a := Language{}.NewAnalyzer()
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := a.Update(ctx, p, func(int, int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Fatalf("update: got error %v, want %v", err, context.Canceled)
	}
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil || len(changes.Declared) != len(p.Files) {
		t.Fatalf("got %d declared files and error %v, want %d and none", len(changes.Declared), err, len(p.Files))
	}
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if _, err := a.Resolve(ctx, p.Files, facts.CallsAndImports, func(facts.File) {}, nil); !errors.Is(err,
		context.Canceled) {
		t.Errorf("resolve: got error %v, want %v", err, context.Canceled)
	}
	found := map[string]bool{}
	last := 0
	if _, err := a.Resolve(context.Background(), p.Files, facts.CallsAndImports,
		func(f facts.File) { found[f.Path] = true }, func(done, total int) {
			if done <= last || total != len(p.Files) {
				t.Errorf("got progress %d of %d, want more than %d of %d", done, total, last, len(p.Files))
			}
			last = done
		}); err != nil || len(found) != len(p.Files) {
		t.Errorf("got %d resolved files and error %v, want %d and none", len(found), err, len(p.Files))
	}
}

// TestPackagesOfCancelledLoadAreLoadedAgain checks that packages are loaded again if the
// resolution was cancelled after they were parsed.
func TestPackagesOfCancelledLoadAreLoadedAgain(t *testing.T) {
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
	a.Release() // forces packages to be parsed during the load
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	reached = cancel
	if _, err := a.Resolve(ctx, []string{"a/a.go"}, facts.CallsAndImports, func(facts.File) {}, nil); !errors.Is(err,
		context.Canceled) {
		t.Fatalf("resolve: got error %v, want %v", err, context.Canceled)
	}
	for _, file := range []string{"a/a.go", "d/d.go"} {
		if _, err := a.Resolve(t.Context(), []string{file}, facts.CallsAndImports, func(f facts.File) {
			inC := func(c facts.Call) bool { return c.To.File == "c/c.go" }
			if len(f.Unresolved) > 0 || !slices.ContainsFunc(f.Calls, inC) {
				t.Errorf("%s: got calls %+v and unresolved %+v, want a call to c/c.go and no unresolved name", file,
					f.Calls, f.Unresolved)
			}
		}, nil); err != nil {
			t.Error(err)
		}
	}
}

// TestFollowingAssignmentsIsBounded checks that many assignments between variables end in an
// unresolved call.
func TestFollowingAssignmentsIsBounded(t *testing.T) {
	const set = "\tf = g\n\tg = f\n"
	p := memoryProject(map[string]string{
		"a.go": "package a\n\nfunc a() {}\n\nfunc b() {\n\tf, g := a, a\n" + strings.Repeat(set, 300) + "\tf()\n}\n",
	})
	checkCalls(t, newTestAnalyzer("", ""), p, nil, []string{"f"})
}

// TestPartsOfBigPackageShareSkeletons checks that the parts of a package are resolved
// concurrently with shared skeletons.
func TestPartsOfBigPackageShareSkeletons(t *testing.T) {
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
		t.Errorf("got %d calls and error %v, want %d and none", calls, err, len(p.Files))
	}
	kept := 0
	a.Fset.Iterate(func(*token.File) bool { kept++; return true })
	if kept != len(a.Trees) {
		t.Errorf("got %d files in the file set, want %d", kept, len(a.Trees))
	}
}

// TestTooDeeplyNestedFileHasNoFacts checks that a file nested too deeply has no outline and no
// facts.
func TestTooDeeplyNestedFileHasNoFacts(t *testing.T) {
	deep := "package a\n\nvar x = " + strings.Repeat("(", 200_000) + "1" + strings.Repeat(")", 200_000) + "\n"
	if _, _, err := (Language{}).Outline("deep.go", deep, false); !errors.Is(err, facts.ErrTooDeep) {
		t.Errorf("outline: got error %v, want %v", err, facts.ErrTooDeep)
	}
	p := memoryProject(map[string]string{"deep.go": deep, "a.go": "package a\n\nfunc f() {}\n"})
	a := Language{}.NewAnalyzer()
	if _, err := a.Update(context.Background(), p, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Resolve(context.Background(), []string{"deep.go"}, facts.CallsAndImports, func(f facts.File) {
		if len(f.Unresolved) != 2 || f.Unresolved[0].Name != "*" {
			t.Errorf("got facts %+v, want those of a failed file", f)
		}
	}, nil); err != nil {
		t.Fatal(err)
	}
}
