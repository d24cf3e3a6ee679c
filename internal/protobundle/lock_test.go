package protobundle_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/internal/protobundle"
)

// busy is the beginning of the error of a run that finds another one.
const busy = "another run is writing a bundle"

// duringWrite is a context that Write reads between two files. It then runs during, once.
type duringWrite struct {
	context.Context
	once   *sync.Once
	during func()
}

func (c duringWrite) Err() error {
	c.once.Do(c.during)
	return c.Context.Err()
}

// A run fails while another one writes to the same folder, and does not disturb it.
func TestWriteBusy(t *testing.T) {
	earlier := bundle("README.md", "proto/old.proto")
	first, second := bundle("README.md", "proto/a.proto"), bundle("README.md", "b")
	for _, force := range []bool{false, true} {
		t.Run(fmt.Sprintf("force %t", force), func(t *testing.T) {
			dir := t.TempDir()
			mustWrite(t, dir, earlier, false)
			ran := false
			ctx := duringWrite{t.Context(), new(sync.Once), func() {
				ran = true
				before := entries(t, dir)
				err := protobundle.Write(t.Context(), dir, second, force)
				if err == nil || !strings.HasPrefix(err.Error(), busy) {
					t.Errorf("the second run: got error %v, want one that begins with %q", err, busy)
				}
				if diff := cmp.Diff(before, entries(t, dir)); diff != "" {
					t.Errorf("the second run changed (-before +after):\n%s", diff)
				}
			}}
			if err := protobundle.Write(ctx, dir, first, force); err != nil {
				t.Errorf("the first run: got error %v, want none", err)
			}
			if !ran {
				t.Error("got no second run, want one")
			}
			if diff := cmp.Diff(contents(first), tree(t, dir)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Of many runs at once with different bundles, each succeeds or finds another one, and one complete bundle remains.
func TestWriteConcurrently(t *testing.T) {
	const runs, rounds = 8, 8
	var bundles [runs][]protobundle.File
	for i := range bundles {
		own := fmt.Sprint(i)
		bundles[i] = withSums([]protobundle.File{
			{Path: "README.md", Content: []byte(own)},
			{Path: "proto/a.proto", Content: []byte(own)},
			{Path: "only/" + own + "/x.proto"},
			{Path: "only/" + own + "/y.proto"},
		})
	}
	for _, force := range []bool{false, true} {
		for range rounds {
			dir := t.TempDir()
			var errs [runs]error
			var all sync.WaitGroup
			start := make(chan struct{})
			for i, files := range bundles {
				all.Go(func() {
					<-start
					errs[i] = protobundle.Write(t.Context(), dir, files, force)
				})
			}
			close(start)
			all.Wait()
			got, complete := tree(t, dir), false
			for i, err := range errs {
				if err != nil && !strings.HasPrefix(err.Error(), busy) {
					t.Errorf("force %t, run %d: got error %v, want none or one that begins with %q", force, i, err, busy)
				}
				complete = complete || err == nil && maps.Equal(got, contents(bundles[i]))
			}
			if !complete {
				t.Fatalf(
					"force %t: got %q, errors %v, want the bundle of a run that succeeded",
					force, slices.Sorted(maps.Keys(got)), errs,
				)
			}
		}
	}
}

// The lock file of a killed run blocks no further run. A file of that name that no run made is not removed.
func TestWriteLockFile(t *testing.T) {
	const name = ".coderefd-proto.lock"
	files := bundle("README.md")
	for _, force := range []bool{false, true} {
		dir := t.TempDir()
		mustWrite(t, dir, files, false)
		put(t, dir, name, "")
		mustWrite(t, dir, files, force)
		if diff := cmp.Diff(contents(files), tree(t, dir)); diff != "" {
			t.Errorf("force %t (-want +got):\n%s", force, diff)
		}
		put(t, dir, name, "mine")
		before := entries(t, dir)
		if err := protobundle.Write(t.Context(), dir, files, force); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("force %t: got error %v, want one that contains %s", force, err, name)
		}
		if diff := cmp.Diff(before, entries(t, dir)); diff != "" {
			t.Errorf("force %t: a failed run changed (-before +after):\n%s", force, diff)
		}
	}
}
