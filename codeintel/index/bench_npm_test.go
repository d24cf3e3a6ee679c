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

// reportCPU reports processor time, which a busy machine disturbs less.
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

// BenchmarkScan scans effect/src as a new process does.
func BenchmarkScan(b *testing.B) {
	root := effect(b, "src")
	defer reportCPU(b)()
	for b.Loop() {
		if _, err := open(root).Scan(context.Background(), ScanOptions{Extensions: allExtensions()}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkScanAgain scans what was scanned before.
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

// BenchmarkCheck looks whether anything changed, in effect/src and in the whole
// package with its built files.
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

// BenchmarkQueryAgain asks a question that was asked before.
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

// upToDate has a project take up the state of its files.
func upToDate(p *Project) error {
	return p.Examine(context.Background(), nil, func(ctx context.Context, s *Snapshot) error {
		_, err := s.Graph(ctx)
		return err
	})
}
