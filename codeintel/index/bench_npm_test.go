//go:build npm && linux

package index

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

func effect(b *testing.B, sub string) string {
	b.Helper()
	root, err := filepath.Abs(filepath.Join("../../.tmp/npm/sources/effect", sub))
	if err != nil {
		b.Fatal(err)
	}
	return root
}

// reportCPU reports processor time, which depends less on the load of the machine than elapsed
// time.
func reportCPU(b *testing.B) (done func()) {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N)/1e6, "cpu-ms/op") }
}

// BenchmarkScan scans effect/src with a new project.
func BenchmarkScan(b *testing.B) {
	root := effect(b, "src")
	defer reportCPU(b)()
	for b.Loop() {
		if _, err := open(root).Scan(context.Background(), ScanOptions{Extensions: allExtensions()}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkScanAgain scans an unchanged project again.
func BenchmarkScanAgain(b *testing.B) {
	p := open(effect(b, "src"))
	if _, err := p.Scan(context.Background(), ScanOptions{Extensions: allExtensions()}); err != nil {
		b.Fatal(err)
	}
	defer reportCPU(b)()
	for b.Loop() {
		if _, err := p.Scan(context.Background(), ScanOptions{Extensions: allExtensions()}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheck checks unchanged projects for changes: effect/src, and the whole package with
// its built files.
func BenchmarkCheck(b *testing.B) {
	for _, sub := range []string{"src", "."} {
		b.Run(sub, func(b *testing.B) {
			p := open(effect(b, sub))
			if err := upToDate(p); err != nil {
				b.Fatal(err)
			}
			defer reportCPU(b)()
			for b.Loop() {
				if err := upToDate(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkQueryAgain runs a query again in an unchanged project.
func BenchmarkQueryAgain(b *testing.B) {
	p := open(effect(b, "src"))
	if _, err := p.Query(context.Background(), callersOf("Effect.ts#sync"), nil); err != nil {
		b.Fatal(err)
	}
	defer reportCPU(b)()
	for b.Loop() {
		if _, err := p.Query(context.Background(), callersOf("Effect.ts#sync"), nil); err != nil {
			b.Fatal(err)
		}
	}
}

// upToDate updates a project to the state of its files.
func upToDate(p *Project) error {
	return p.Examine(context.Background(), nil, func(ctx context.Context, s *Snapshot) error {
		_, err := s.Graph(ctx)
		return err
	})
}
