package source

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// disk is a folder that is changed at random. Each changed file gets a unique time in the past,
// so that its stamp is never fresh, however fast the test runs.
type disk struct {
	t      *testing.T
	root   string
	random *rand.Rand
	past   time.Time
}

func newDisk(t *testing.T, seed uint64) *disk {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &disk{t: t, root: root, random: rand.New(rand.NewPCG(seed, 3)), past: time.Now().Add(-1000 * time.Hour)}
}

func (d *disk) path() string {
	depth := 1 + d.random.IntN(3)
	parts := []string{d.root}
	for range depth {
		parts = append(parts, []string{"a", "b", "c"}[d.random.IntN(3)])
	}
	return filepath.Join(parts...)
}

// change makes a random change and returns its description. It ignores errors: an impossible
// change has no effect.
func (d *disk) change() string {
	p := d.path()
	switch d.random.IntN(7) {
	case 0:
		_ = os.RemoveAll(p)
		return "remove " + p
	case 1:
		_ = os.MkdirAll(p, 0o755)
		return "make " + p
	case 2:
		rules := []string{"", "a.ts\n", "b/\n", "*\n!*.ts\n!a/\n"}[d.random.IntN(4)]
		_ = os.WriteFile(filepath.Join(p, ignoreNames()[d.random.IntN(2)]), []byte(rules), 0o600)
		return "ignore in " + p
	case 3:
		_ = os.Symlink([]string{".", "..", "../b", "a.ts", "/"}[d.random.IntN(5)], p)
		return "link " + p
	case 4:
		q := d.path()
		_ = os.Rename(p, q)
		return "rename " + p + " " + q
	default:
		_ = os.MkdirAll(p, 0o755)
		name := filepath.Join(p, []string{"a.ts", "b.ts", "c.txt"}[d.random.IntN(3)])
		_ = os.WriteFile(name, []byte(fmt.Sprint(d.random.IntN(3))), 0o600)
		return "write " + name
	}
}

// age sets the times of all changed files to unique times in the past.
func (d *disk) age() {
	err := filepath.WalkDir(d.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := entry.Info()
		if err != nil || time.Since(info.ModTime()) > time.Hour {
			return err
		}
		d.past = d.past.Add(time.Second)
		return os.Chtimes(path, d.past, d.past)
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// later returns a time at which no stamp is fresh any more.
func later() time.Time { return time.Now().Add(time.Hour) }

func isTS(path string) bool { return strings.HasSuffix(path, ".ts") }

// TestTreeSeesChanges compares a tree that is updated after every change with a new tree.
func TestTreeSeesChanges(t *testing.T) {
	for seed := range uint64(10) {
		d := newDisk(t, seed)
		tree := NewTree(Roots{}, d.root, isTS)
		for step := range 60 {
			change := d.change()
			d.age()
			fresh := NewTree(Roots{}, d.root, isTS)
			before, leftBefore := paths(tree), tree.LeftOut()
			tree.changed = false
			if err := tree.update(context.Background(), later()); err != nil {
				t.Fatal(err)
			}
			changed := tree.changed
			if _, err := fresh.Update(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got, want := paths(tree), paths(fresh); !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d, %s: got files %v, want %v", seed, step, change, got, want)
			}
			if !slices.Equal(tree.LeftOut(), fresh.LeftOut()) {
				t.Fatalf("seed %d, step %d, %s: got left out %v, want %v",
					seed, step, change, tree.LeftOut(), fresh.LeftOut())
			}
			for i, f := range tree.Files() {
				if want := fresh.Files()[i].Stamp; f.Stamp != want {
					t.Fatalf("seed %d, step %d, %s: stamp of %s: got %+v, want %+v",
						seed, step, change, f.Path, f.Stamp, want)
				}
			}
			if !changed && (!slices.Equal(before, paths(tree)) || !slices.Equal(leftBefore, tree.LeftOut())) {
				t.Fatalf(
					"seed %d, step %d, %s: update reported no change, want one: got files %v, left out %v, before %v, %v",
					seed, step, change, paths(tree), tree.LeftOut(), before, leftBefore,
				)
			}
		}
	}
}

// TestUnchangedTreeReportsNoChange checks that an update after all stamps have aged reports no
// change, and that a new stamp is detected.
func TestUnchangedTreeReportsNoChange(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "a.ts")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tree := NewTree(Roots{}, root, isTS)
	update := func() bool {
		tree.changed = false
		if err := tree.update(context.Background(), later()); err != nil {
			t.Fatal(err)
		}
		return tree.changed
	}
	if !update() {
		t.Error("the first update reported no change, want one")
	}
	if update() {
		t.Error("an update without changes reported a change, want none")
	}
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !update() {
		t.Error("an update after a write reported no change, want one")
	}
}

// TestProbesSeeChanges compares the result for a set of probes with that of the same
// probes one by one.
func TestProbesSeeChanges(t *testing.T) {
	for seed := range uint64(10) {
		d := newDisk(t, seed)
		for range 20 {
			d.change()
		}
		d.age()
		for step := range 20 {
			var probes []Probe
			for range 20 {
				path := d.path()
				if d.random.IntN(2) == 0 {
					path = filepath.Join(path, "a.ts")
				}
				probes = append(probes, NewProbe(path, Aspect(d.random.IntN(3))))
			}
			set := NewProbes(probes)
			for range 5 {
				want := true
				for i := range probes {
					want = want && probes[i].Holds()
				}
				if got, err := set.hold(context.Background(), later()); err != nil || got != want {
					t.Fatalf("seed %d, step %d: got %v, error %v; want %v", seed, step, got, err, want)
				}
				d.change()
				d.age()
			}
		}
	}
}

// TestAddedProbeIsChecked checks that an added probe is checked, regardless of earlier results,
// and that a probe is added only once.
func TestAddedProbeIsChecked(t *testing.T) {
	root := t.TempDir()
	set := NewProbes([]Probe{NewProbe(filepath.Join(root, "a"), AspectKind)})
	hold := func() bool {
		holds, err := set.hold(t.Context(), later())
		if err != nil {
			t.Fatal(err)
		}
		return holds
	}
	late := NewProbe(filepath.Join(root, "b"), AspectKind)
	content := NewProbe(filepath.Join(root, "c"), AspectContent)
	if err := os.WriteFile(late.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !hold() {
		t.Error("a probe of a missing file does not hold, want it to hold")
	}
	for range 2 {
		set.Add([]Probe{late, content})
	}
	if hold() {
		t.Error("a probe of a missing file holds after the file was created, want it not to")
	}
	if len(set.folders) != 1 || len(set.folders[0].probes) != 2 || len(set.single) != 1 {
		t.Errorf("got %d folders, %d probes in the first, %d single probes; want 1, 2, 1",
			len(set.folders), len(set.folders[0].probes), len(set.single))
	}
}

// TestProbeDetectsNewLink checks that a probe does not hold after its path became a link, even
// to an equal folder, because the stamp of the containing folder no longer proves it.
func TestProbeDetectsNewLink(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "a")
	for _, dir := range []string{name, filepath.Join(root, "b")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	probe := NewProbe(name, AspectKind)
	if !probe.Holds() {
		t.Error("the probe of an unchanged folder does not hold, want it to hold")
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b", name); err != nil {
		t.Skip(err)
	}
	if probe.Holds() {
		t.Error("the probe of a folder holds after the folder became a link, want it not to")
	}
}
