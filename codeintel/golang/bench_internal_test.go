package golang

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/layout"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// projectAt reads a folder as the index does.
func projectAt(t testing.TB, root string) *facts.Project {
	t.Helper()
	lang := Language{}
	tree := source.NewTree(source.Roots{}, root, func(path string) bool {
		return lang.IsSource(path) || lang.IsConfig(path)
	})
	if _, err := tree.Update(context.Background()); err != nil {
		t.Fatal(err)
	}
	p := &facts.Project{Root: filepath.ToSlash(root), Known: map[string]facts.Digest{}}
	texts := map[string]string{}
	for _, f := range tree.Files() {
		if !lang.IsSource(f.Path) && !lang.IsConfig(f.Path) {
			continue
		}
		text, reason := source.Roots{}.ReadText(filepath.Join(root, f.Path), source.MaxFileBytes)
		if reason != "" {
			continue
		}
		sum := sha256.Sum256([]byte(text))
		p.Known[f.Path] = facts.Digest(sum[:16])
		texts[f.Path] = text
		if lang.IsSource(f.Path) {
			p.Files = append(p.Files, f.Path)
		}
	}
	p.Read = func(rel string) (string, bool) {
		text, ok := texts[rel]
		return text, ok
	}
	return p
}

// BenchmarkOutline outlines the sources of the standard library's net packages.
func BenchmarkOutline(b *testing.B) {
	root := layout.GoRoot()
	if root == "" {
		b.Skip("no Go installation")
	}
	p := projectAt(b, filepath.Join(root, "src", "net"))
	lines := 0
	for b.Loop() {
		lines = 0
		for _, path := range p.Files {
			text, _ := p.Read(path)
			lines += syntax.LineCount(text)
			if _, _, err := (Language{}).Outline(path, text, false); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}

// BenchmarkProject analyzes the folder in CODEREF_BENCH_GO without a cache.
func BenchmarkProject(b *testing.B) {
	root := os.Getenv("CODEREF_BENCH_GO")
	if root == "" {
		b.Skip("CODEREF_BENCH_GO is not set")
	}
	p := projectAt(b, root)
	lines, calls, unresolved := 0, 0, 0
	for b.Loop() {
		lines, calls, unresolved = 0, 0, 0
		a := Language{}.NewAnalyzer()
		changes, err := a.Update(context.Background(), p, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, d := range changes.Declared {
			lines += d.Lines
		}
		if _, err := a.Resolve(context.Background(), p.Files, facts.CallsAndImports, func(f facts.File) {
			calls += len(f.Calls)
			unresolved += len(f.Unresolved)
		}, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
	b.ReportMetric(float64(calls), "calls")
	b.ReportMetric(float64(unresolved), "unresolved")
}
