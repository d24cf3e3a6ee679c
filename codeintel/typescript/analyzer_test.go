package typescript

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// inMemory is a project whose files are strings in memory. The method project returns
// a snapshot, which later changes do not affect.
type inMemory struct {
	root  string
	texts map[string]string
}

func newInMemory(t testing.TB, files ...string) *inMemory {
	t.Helper()
	m := &inMemory{root: t.TempDir(), texts: map[string]string{}}
	for i := 0; i < len(files); i += 2 {
		m.texts[files[i]] = files[i+1]
	}
	return m
}

func (m *inMemory) project() *facts.Project {
	p := &facts.Project{Root: m.root, Known: map[string]facts.Digest{}}
	texts := map[string]string{}
	for rel, text := range m.texts {
		p.Known[rel], texts[rel] = digestOf(text), text
		if (Language{}).IsSource(rel) {
			p.Files = append(p.Files, rel)
		}
	}
	slices.Sort(p.Files)
	p.Read = func(rel string) (string, bool) {
		text, ok := texts[rel]
		return text, ok
	}
	return p
}

func update(t testing.TB, a *Analyzer, p *facts.Project) facts.Changes {
	t.Helper()
	changes, err := a.Update(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// resolved returns the facts of files by path.
func resolved(t testing.TB, a *Analyzer, files []string) map[string]facts.File {
	t.Helper()
	found := map[string]facts.File{}
	if _, err := a.Resolve(context.Background(), files, facts.AllReferences, func(f facts.File) { found[f.Path] = f },
		nil); err != nil {
		t.Fatal(err)
	}
	if len(found) != len(files) {
		t.Fatalf("got %d resolved files, want %d", len(found), len(files))
	}
	return found
}

func declared(c facts.Changes) []string {
	var paths []string
	for _, d := range c.Declared {
		paths = append(paths, d.Path)
	}
	return paths
}

// TestPanicWhileLoadingFailsOneFile checks that a panic on a goroutine of the compiler
// fails only the file that it was loading, not the process.
func TestPanicWhileLoadingFailsOneFile(t *testing.T) {
	m := newInMemory(t, "a.ts", "export function a() {}\n", "b.ts", "", "c.ts", "import { a } from './a';\na();\n")
	p := m.project()
	read := p.Read
	p.Read = func(rel string) (string, bool) {
		if rel == "b.ts" {
			panic("simulated")
		}
		return read(rel)
	}
	a := &Analyzer{}
	changes := update(t, a, p)
	if b := changes.Declared[1]; b.Path != "b.ts" || b.Lines != 0 {
		t.Errorf("failed file: got %+v, want no lines in b.ts", b)
	}
	found := resolved(t, a, p.Files)
	if b := found["b.ts"]; len(b.Unresolved) != 2 {
		t.Errorf("failed file: got %+v, want 2 unresolved", b)
	}
	if c := found["c.ts"]; len(c.Calls) != 1 || c.Calls[0].To.File != "a.ts" {
		t.Errorf("other file: got calls %+v, want one call to a.ts", c.Calls)
	}
}

// TestTooDeeplyNestedFileHasNoDeclarations checks that a file that is nested too deeply
// has no declarations, and that it has some after it is fixed.
func TestTooDeeplyNestedFileHasNoDeclarations(t *testing.T) {
	m := newInMemory(t, "a.ts", "declare const x: any;\nexport const v = x"+strings.Repeat(".f()", 100_000)+";\n",
		"b.ts", "import { v } from './a';\nexport const w = v;\n")
	a := &Analyzer{}
	changes := update(t, a, m.project())
	if d := changes.Declared[0]; d.Lines != 0 || d.Decls != nil {
		t.Errorf("got %+v, want no lines and no declarations", d)
	}
	if f := resolved(t, a, []string{"a.ts"})["a.ts"]; !cmp.Equal(f, facts.Failed("a.ts")) {
		t.Errorf("got %+v, want %+v", f, facts.Failed("a.ts"))
	}
	m.texts["a.ts"] = "export const v = 1;\n"
	changes = update(t, a, m.project())
	if diff := cmp.Diff([]string{"a.ts", "b.ts"}, changes.Stale); diff != "" || len(changes.Declared[0].Decls) != 1 {
		t.Errorf("after the fix: stale files (-want +got):\n%s\ngot declarations %+v, want 1",
			diff, changes.Declared[0].Decls)
	}
	if i := resolved(t, a, []string{"b.ts"})["b.ts"].Imports; len(i) != 1 || i[0].To != (facts.Target{File: "a.ts"}) {
		t.Errorf("got imports %+v, want a.ts", i)
	}
}

// TestUpdateAfterCancelledUpdateIsComplete checks that a cancelled update does not make
// the next one skip files.
func TestUpdateAfterCancelledUpdateIsComplete(t *testing.T) {
	m := newInMemory(t, "a.ts", "export function a() {}\n", "b.ts", "import { a } from './a';\na();\n")
	a := &Analyzer{}
	for range 2 { // the first update, and a later one
		ctx, cancel := context.WithCancel(context.Background())
		_, err := a.Update(ctx, m.project(), func(int, int) { cancel() })
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("update: got error %v, want %v", err, context.Canceled)
		}
		changes := update(t, a, m.project())
		if diff := cmp.Diff([]string{"a.ts", "b.ts"}, declared(changes)); diff != "" {
			t.Errorf("declared files (-want +got):\n%s", diff)
		}
		m.texts["a.ts"], m.texts["b.ts"] = "\n"+m.texts["a.ts"], "\n"+m.texts["b.ts"]
	}
}

// TestCancelledResolveStopsEarly checks that a cancelled call stops before the last file
// and that the next call succeeds.
func TestCancelledResolveStopsEarly(t *testing.T) {
	m := newInMemory(t, "a.ts", "export function a() {}\n", "b.ts", "import { a } from './a';\na();\n", "c.ts",
		"import { a } from './a';\na();\n")
	p := m.project()
	a := &Analyzer{}
	update(t, a, p)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found := 0
	if _, err := a.Resolve(ctx, p.Files, facts.CallsAndImports, func(facts.File) { found++; cancel() },
		nil); !errors.Is(err, context.Canceled) {
		t.Errorf("resolve: got error %v, want %v", err, context.Canceled)
	}
	if found == 0 || found == len(p.Files) {
		t.Errorf("got %d resolved files, want 1 to %d", found, len(p.Files)-1)
	}
	resolved(t, a, p.Files)
}

// TestReleasedProgramsAreLoadedAgain checks that released programs are loaded again and
// that their results do not change.
func TestReleasedProgramsAreLoadedAgain(t *testing.T) {
	m := newInMemory(t, "a.ts", "export function a() {}\n", "b.ts", "import { a } from './a';\na();\n", "c.ts",
		"export const c = 1;\n")
	p := m.project()
	a := &Analyzer{}
	update(t, a, p)
	before := resolved(t, a, p.Files)
	a.Release()
	if diff := cmp.Diff(before, resolved(t, a, p.Files)); diff != "" {
		t.Errorf("facts after Release (-before +after):\n%s", diff)
	}
	a.Release()
	m.texts["a.ts"] = "export function z() {}\nexport function a() {}\n"
	p = m.project()
	changes := update(t, a, p)
	if diff := cmp.Diff([]string{"a.ts", "b.ts"}, changes.Stale); diff != "" {
		t.Errorf("stale files (-want +got):\n%s", diff)
	}
	fresh := &Analyzer{}
	update(t, fresh, p)
	if diff := cmp.Diff(resolved(t, fresh, p.Files), resolved(t, a, p.Files), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("facts after an edit (-new analyzer +released analyzer):\n%s", diff)
	}
}

// TestFileMissingDuringReloadFails checks that a file that no longer exists when the
// programs are loaded again is reported as failed.
func TestFileMissingDuringReloadFails(t *testing.T) {
	m := newInMemory(t, "a.ts", "export function a() {}\n", "b.ts", "import { a } from './a';\na();\n")
	p := m.project()
	read, removed := p.Read, false
	p.Read = func(rel string) (string, bool) {
		if removed && rel == "a.ts" {
			return "", false
		}
		return read(rel)
	}
	a := &Analyzer{}
	update(t, a, p)
	a.Release()
	removed = true
	found := resolved(t, a, p.Files)
	if !cmp.Equal(found["a.ts"], facts.Failed("a.ts")) || len(found["b.ts"].Calls) != 0 {
		t.Errorf("got %+v, want a failed a.ts and no calls in b.ts", found)
	}
}
