package typescript

import (
	"os"
	"testing"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// BenchmarkOutline parses, outlines and inspects every file of the project in the folder
// that BENCH_PROJECT names.
func BenchmarkOutline(b *testing.B) {
	if os.Getenv("BENCH_PROJECT") == "" {
		b.Skip("BENCH_PROJECT is not set")
	}
	m := benchmarked(b)
	for _, bench := range []struct {
		name string
		read func(path, text string) int
	}{
		{"parse", func(path, text string) int { tsgo.Parse("/"+path, text); return 0 }},
		{"shallow", func(path, text string) int { return outlined(b, path, text, true) }},
		{"deep", func(path, text string) int { return outlined(b, path, text, false) }},
		{"inspect", func(path, text string) int {
			of, err := Language{}.Inspect(path, text)
			if err != nil {
				b.Fatal(err)
			}
			return len(of.Decls)
		}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			found := 0
			for b.Loop() {
				found = 0
				for path, text := range m.texts {
					if (Language{}).IsSource(path) {
						found += bench.read(path, text)
					}
				}
			}
			b.ReportMetric(float64(found), "elements")
		})
	}
}

func outlined(b *testing.B, path, text string, shallow bool) int {
	decls, _, err := Language{}.Outline(path, text, shallow)
	if err != nil {
		b.Fatal(err)
	}
	return len(decls)
}
