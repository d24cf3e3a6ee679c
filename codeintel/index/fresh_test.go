package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/graph"
)

// callers returns the ids of a target's callers in the order of the results, or the error text.
func callers(t *testing.T, p *Project, target string) []string {
	t.Helper()
	response, err := p.Query(context.Background(), callersOf(target), nil)
	if err != nil {
		return []string{err.Error()}
	}
	var ids []string
	for _, r := range response.Results {
		ids = append(ids, r.From)
	}
	return ids
}

func callersOf(target string) Request { return Request{Query: queries()["calls-me"], Target: target} }

// TestQueriesSeeEveryChange changes a project in every way that can change a result, and runs
// the query again at once.
func TestQueriesSeeEveryChange(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := func(name string) string { return filepath.Join(dir, name) }
	write(t, file("a.ts"), "export function f() {}\n")
	write(t, file("b.ts"), "import { f } from './a';\nexport function g() { f(); }\n")
	p := open(dir)

	steps := []struct {
		name   string
		change func()
		target string
		want   string
	}{
		{"first", func() {}, "a.ts#f", "@Fn/b.ts#g"},
		{"nothing changed", func() {}, "a.ts#f", "@Fn/b.ts#g"},
		{"same size, same moment", func() {
			write(t, file("b.ts"), "import { f } from './a';\nexport function h() { f(); }\n")
		}, "a.ts#f", "@Fn/b.ts#h"},
		{"file added", func() {
			write(t, file("c.ts"), "import { f } from './a';\nf();\n")
		}, "a.ts#f", "@Fn/b.ts#h @File/c.ts"},
		{"file removed", func() {
			if err := os.Remove(file("c.ts")); err != nil {
				t.Fatal(err)
			}
		}, "a.ts#f", "@Fn/b.ts#h"},
		{"import leads nowhere", func() {
			write(t, file("b.ts"), "import { f } from '~/a';\nexport function h() { f(); }\n")
		}, "a.ts#f", ""},
		{"configuration added", func() {
			write(t, file("tsconfig.json"), `{"extends": "./settings/shared.json"}`)
			write(t, file("settings/shared.json"), `{"compilerOptions": {"paths": {"~/*": ["../*"]}}}`)
		}, "a.ts#f", "@Fn/b.ts#h"},
		{"extended configuration changed", func() {
			write(t, file("settings/shared.json"), `{"compilerOptions": {"paths": {"x/*": ["../*"]}}}`)
		}, "a.ts#f", ""},
		{"ignored file decides", func() {
			write(t, file(".gitignore"), "gen/\n")
			write(t, file("gen/x.ts"), "export { f } from '../a';\n")
			write(t, file("b.ts"), "import { f } from './gen/x';\nexport function k() { f(); }\n")
		}, "a.ts#f", "@Fn/b.ts#k"},
		{"ignored file changed", func() {
			write(t, file("gen/x.ts"), "export const f = () => 1;\n")
		}, "a.ts#f", ""},
		{"package installed", func() {
			write(t, file("b.ts"), "import { f } from 'dep';\nexport function k() { f(); }\n")
		}, "a.ts#f", ""},
		{"package links back", func() {
			write(t, file("node_modules/dep/package.json"), `{"name": "dep", "types": "./index.d.ts"}`)
			write(t, file("node_modules/dep/index.d.ts"), "export { f } from '../../a';\n")
		}, "a.ts#f", "@Fn/b.ts#k"},
		{"package is a link", func() {
			write(t, file("v1/index.ts"), "export { f } from '../a';\n")
			write(t, file("v2/index.ts"), "export const f = () => 1;\n")
			write(t, file("b.ts"), "import { f } from 'linked';\nexport function k() { f(); }\n")
			link(t, "../v1", file("node_modules/linked"))
		}, "a.ts#f", "@Fn/b.ts#k"},
		{"link leads elsewhere", func() {
			if err := os.Remove(file("node_modules/linked")); err != nil {
				t.Fatal(err)
			}
			link(t, "../v2", file("node_modules/linked"))
		}, "a.ts#f", ""},
	}
	for _, s := range steps {
		s.change()
		if got := strings.Join(callers(t, p, s.target), " "); got != s.want {
			t.Errorf("%s: callers of %s are %q, want %q", s.name, s.target, got, s.want)
		}
	}
}

func project(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.ts"), "export function f() {}\n")
	write(t, filepath.Join(dir, "b.ts"), "import { f } from './a';\nexport function g() { f(); }\n")
	return dir
}

func TestProgressIncreases(t *testing.T) {
	p := open(project(t))
	last, end := 0, 0
	if _, err := p.Query(context.Background(), callersOf("f"), func(done, total int) {
		if done <= last || done > total {
			t.Errorf("got progress %d of %d after %d, want it to increase up to the total", done, total, last)
		}
		last, end = done, total
	}); err != nil {
		t.Fatal(err)
	}
	if last != end || end == 0 {
		t.Errorf("progress ended at %d of %d, want the total, which is not 0", last, end)
	}
}

func TestStoreForgetsLeastRecent(t *testing.T) {
	s, _ := quietStore()
	first := s.Project("/p0")
	for i := range maxProjects - 1 {
		s.Project(fmt.Sprintf("/p%d", i+1))
	}
	if s.Project("/p0") != first {
		t.Errorf("the first of %d projects was dropped, want it to be kept", maxProjects)
	}
	p1 := s.Project("/p1")
	s.Project("/more")
	if s.Project("/p1") != p1 || s.Project("/p0") != first {
		t.Error("one of the two most recently used projects was dropped, want them to be kept")
	}
}

// TestUnknownFilesAreReported checks that a scan reports files that cannot be analysed as
// skipped, and that queries count each as an unresolved call and import.
func TestUnknownFilesAreReported(t *testing.T) {
	dir := project(t)
	deep := 400_000
	write(t, filepath.Join(dir, "calls.ts"),
		"declare const x: any;\nexport const v = x"+strings.Repeat(".f()", deep/2)+";\n")
	write(t, filepath.Join(dir, "latin.ts"), "// caf\xe9\n")
	write(t, filepath.Join(dir, "built.js"), "f();\n//# sourceMappingURL=built.js.map\n")
	p := open(dir)
	found, err := p.Scan(context.Background(), ScanOptions{Extensions: []string{".ts", ".js"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Skipped{{"built.js", "generated"}, {"calls.ts", "nested too deeply"}, {"latin.ts", "not UTF-8"}}
	if diff := cmp.Diff(want, found.Skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	for _, p := range []*Project{p, open(dir)} { // after a scan, and without one
		q := graph.Query{Relations: []graph.Relation{graph.Call, graph.Import}, Inbound: true}
		response, err := p.Query(context.Background(), Request{Query: q, Target: "f"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := response.Unresolved, (graph.UnresolvedCounts{Calls: 2, Imports: 2}); got != want {
			t.Errorf("unresolved: got %+v, want %+v", got, want)
		}
		if n := response.FilesAnalyzed; n != 2 {
			t.Errorf("got %d analysed files, want 2", n)
		}
	}
}
