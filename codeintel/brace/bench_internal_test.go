package brace

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkOutline outlines the sources in the folder CODEREF_BENCH_BRACE.
func BenchmarkOutline(b *testing.B) {
	root := os.Getenv("CODEREF_BENCH_BRACE")
	if root == "" {
		b.Skip("CODEREF_BENCH_BRACE is not set")
	}
	texts, lines := map[string]string{}, 0
	err := filepath.WalkDir(root, func(path string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		for _, l := range languages() {
			if l.IsSource(path) {
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				texts[path] = string(text)
				lines += lineCount(string(text))
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for path, text := range texts {
			if _, _, err := languageOf(b, path).Outline(path, text, false); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
}
