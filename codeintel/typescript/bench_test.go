package typescript

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// benchmarked returns the project in the folder that BENCH_PROJECT names. Without it,
// the project has 400 generated files: classes that extend each other across files,
// generic functions, and callers of both.
func benchmarked(b *testing.B) *inMemory {
	b.Helper()
	if dir := os.Getenv("BENCH_PROJECT"); dir != "" {
		p := projectAt(b, dir)
		m := &inMemory{root: p.Root, texts: map[string]string{}}
		for rel := range p.Known {
			m.texts[rel], _ = p.Read(rel)
		}
		return m
	}
	const files, functions = 400, 40
	m := newInMemory(b)
	for i := range files {
		var s strings.Builder
		fmt.Fprintf(&s, "export interface Shape%d { area(): number; readonly tag: string }\n", i)
		if i > 0 {
			fmt.Fprintf(&s, "import { Base%d, f%d_0, type Shape%d } from './m%d';\n", i-1, i-1, i-1, i-1)
			fmt.Fprintf(&s, "export class Base%d extends Base%d implements Shape%d { "+
				"area(): number { return super.area() + f%d_0([1], (n) => n).length; } }\n", i, i-1, i-1, i-1)
		} else {
			s.WriteString("export class Base0 { tag = 'b'; area(): number { return 1; } }\n")
		}
		for f := range functions {
			fmt.Fprintf(&s, "export function f%d_%d<A, B>(items: A[], map: (a: A) => B) {\n", i, f)
			fmt.Fprintf(&s, "  const shape = new Base%d();\n"+
				"  const doubled = items.map((item) => ({ item, area: shape.area() }));\n", i)
			if f > 0 {
				fmt.Fprintf(&s, "  f%d_%d(doubled, (d) => d.area);\n", i, f-1)
			}
			s.WriteString("  return doubled.map((d) => map(d.item));\n}\n")
		}
		m.texts[fmt.Sprintf("m%d.ts", i)] = s.String()
	}
	return m
}

// BenchmarkUpdateCold measures the first update.
func BenchmarkUpdateCold(b *testing.B) {
	p := benchmarked(b).project()
	b.ReportAllocs()
	for b.Loop() {
		update(b, &Analyzer{}, p)
	}
}

// BenchmarkUpdateSame measures an update without changes.
func BenchmarkUpdateSame(b *testing.B) {
	p := benchmarked(b).project()
	a := &Analyzer{}
	update(b, a, p)
	for b.Loop() {
		update(b, a, p)
	}
}

// benchmarkEdit measures the update after an edit. If resolve is set, it also measures
// resolving the edited file.
func benchmarkEdit(b *testing.B, resolve bool, edit func(text string, i int) string) {
	m := benchmarked(b)
	p := m.project()
	a := &Analyzer{}
	update(b, a, p)
	rel := p.Files[len(p.Files)/2]
	text := m.texts[rel]
	if resolve {
		resolveAll(b, a, []string{rel})
	}
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		m.texts[rel] = edit(text, i)
		p := m.project()
		b.StartTimer()
		update(b, a, p)
		if resolve {
			resolveAll(b, a, []string{rel})
		}
	}
}

func resolveAll(b *testing.B, a *Analyzer, files []string) {
	b.Helper()
	if _, err := a.Resolve(context.Background(), files, facts.CallsAndImports, func(facts.File) {}, nil); err != nil {
		b.Fatal(err)
	}
}

func addFunction(text string, i int) string {
	return fmt.Sprintf("%s\nexport function extra%d(): number { return %d; }\n", text, i, i)
}

// BenchmarkUpdateEdit measures the edit of one file that keeps its imports.
func BenchmarkUpdateEdit(b *testing.B) { benchmarkEdit(b, false, addFunction) }

// BenchmarkUpdateImport measures the edit of one file that changes its imports.
func BenchmarkUpdateImport(b *testing.B) {
	m := benchmarked(b)
	files := m.project().Files
	benchmarkEdit(b, false, func(text string, i int) string {
		return fmt.Sprintf("%s\nimport * as extra from './%s';\n", text, strings.TrimSuffix(files[i%len(files)], ".ts"))
	})
}

// BenchmarkResolveEdit measures resolving one file after an edit.
func BenchmarkResolveEdit(b *testing.B) { benchmarkEdit(b, true, addFunction) }

// BenchmarkResolveFew measures resolving ten files of a newly loaded project.
func BenchmarkResolveFew(b *testing.B) { benchmarkResolve(b, 10) }

// BenchmarkResolveAll measures resolving every file.
func BenchmarkResolveAll(b *testing.B) { benchmarkResolve(b, 1<<30) }

// benchmarkResolve measures resolving about the given number of files, or all of them if
// the project has fewer.
func benchmarkResolve(b *testing.B, files int) {
	p := benchmarked(b).project()
	a := &Analyzer{}
	update(b, a, p)
	few := slices.Clone(p.Files)
	if step := len(few) / files; step > 1 {
		few = few[:0]
		for i := 0; i < len(p.Files); i += step {
			few = append(few, p.Files[i])
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for _, u := range a.state.units {
			u.Checkers = nil
		}
		b.StartTimer()
		resolveAll(b, a, few)
	}
}
