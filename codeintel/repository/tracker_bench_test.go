//go:build linux

package repository_test

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coderef-system/coderefd/codeintel/repository"
	"github.com/coderef-system/coderefd/codeintel/source"
)

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

// BenchmarkIdentify identifies a project of 13,000 analysed files, and of 1000 other tracked files.
func BenchmarkIdentify(b *testing.B) {
	g := newRepo(b)
	for i := range 14_000 {
		extension := "go"
		if i%14 == 0 {
			extension = "md"
		}
		g.write(fmt.Sprintf("d%d/d%d/f%d.%s", i%100, i%7, i, extension), fmt.Sprintf("package p%d\n", i))
	}
	g.commit("all")
	tree := source.NewTree(source.Roots{}, g.dir, func(path string) bool { return strings.HasSuffix(path, ".go") })
	update := func() {
		if _, err := tree.Update(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	update()
	identify := func(tracker *repository.Tracker, version uint64) {
		found, err := tracker.Identify(context.Background(), tree.Files(), version)
		if err != nil || *found.Dirty {
			b.Fatalf("got dirty %v, error %v, want a clean project", found.Dirty, err)
		}
	}
	tracker := func() *repository.Tracker { return repository.NewTracker(g.dir, source.Roots{}) }
	b.Run("new", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			identify(tracker(), 0)
		}
	})
	kept := tracker()
	identify(kept, 0)
	b.Run("unchanged", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			identify(kept, 0)
		}
	})
	version := uint64(0)
	b.Run("after a change of a file", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			version++
			identify(kept, version)
		}
	})
	b.Run("after a change of the index", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			b.StopTimer()
			g.git("read-tree", "HEAD")
			g.git("update-index", "-q", "--refresh")
			b.StartTimer()
			identify(kept, version)
		}
	})
	b.Run("stamps of the files, for comparison", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			update()
		}
	})
}
