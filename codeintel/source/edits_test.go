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

// disk is a folder that is changed at random. What changed gets a time of its own
// in the past, so that stamps prove what they can however fast the test is.
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

// change changes one thing; what cannot be done is not.
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

// age sets back the times of all that changed.
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

// later is when all stamps have become proofs.
func later() time.Time { return time.Now().Add(time.Hour) }

func isTS(path string) bool { return strings.HasSuffix(path, ".ts") }

// TestTreeSeesChanges compares a tree that is updated after every change with a new
// tree.
func TestTreeSeesChanges(t *testing.T) {
	for seed := range uint64(10) {
		d := newDisk(t, seed)
		tree := NewTree(d.root, isTS)
		for step := range 60 {
			what := d.change()
			d.age()
			fresh := NewTree(d.root, isTS)
			before, leftBefore := paths(tree), tree.Left()
			tree.changed = false
			if err := tree.look(context.Background(), later()); err != nil {
				t.Fatal(err)
			}
			changed := tree.changed
			if _, err := fresh.Look(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got, want := paths(tree), paths(fresh); !slices.Equal(got, want) {
				t.Fatalf("seed %d, step %d, %s: files %v, want %v", seed, step, what, got, want)
			}
			if !slices.Equal(tree.Left(), fresh.Left()) {
				t.Fatalf("seed %d, step %d, %s: left out %v, want %v", seed, step, what, tree.Left(), fresh.Left())
			}
			for i, f := range tree.Files() {
				if f.Stamp != fresh.Files()[i].Stamp {
					t.Fatalf("seed %d, step %d, %s: stamp of %s", seed, step, what, f.Path)
				}
			}
			if !changed && (!slices.Equal(before, paths(tree)) || !slices.Equal(leftBefore, tree.Left())) {
				t.Fatalf("seed %d, step %d, %s: unnoticed", seed, step, what)
			}
		}
	}
}

// TestTreeAtRest checks that a Look after all stamps have aged reports no change, and
// that a new stamp is detected.
func TestTreeAtRest(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "a.ts")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tree := NewTree(root, isTS)
	look := func() bool {
		tree.changed = false
		if err := tree.look(context.Background(), later()); err != nil {
			t.Fatal(err)
		}
		return tree.changed
	}
	if !look() {
		t.Error("the first look found nothing")
	}
	if look() {
		t.Error("nothing changed, but something was found")
	}
	if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !look() {
		t.Error("a change was not found")
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
					t.Fatalf("seed %d, step %d: hold %v, want %v, %v", seed, step, got, want, err)
				}
				d.change()
				d.age()
			}
		}
	}
}

// TestAddProbe checks that an added probe is checked, regardless of earlier results,
// and is added once.
func TestAddProbe(t *testing.T) {
	root := t.TempDir()
	set := NewProbes([]Probe{NewProbe(filepath.Join(root, "a"), AspectKind)})
	hold := func() bool {
		holds, err := set.hold(t.Context(), later())
		if err != nil {
			t.Fatal(err)
		}
		return holds
	}
	late, content := NewProbe(filepath.Join(root, "b"), AspectKind), NewProbe(filepath.Join(root, "c"), AspectContent)
	if err := os.WriteFile(late.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if !hold() {
		t.Error("what is not there is still not there")
	}
	for range 2 {
		set.Add([]Probe{late, content})
	}
	if hold() {
		t.Error("there is a file where none was")
	}
	if len(set.folders) != 1 || len(set.folders[0].probes) != 2 || len(set.single) != 1 {
		t.Errorf("%d folders, %d single probes", len(set.folders), len(set.single))
	}
}

// TestProbeOfLink checks that a probe does not hold after its path became a link, even
// to an equal file: its folder alone no longer decides about it.
func TestProbeOfLink(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "a")
	for _, dir := range []string{name, filepath.Join(root, "b")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	probe := NewProbe(name, AspectKind)
	if !probe.Holds() {
		t.Error("nothing changed")
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("b", name); err != nil {
		t.Skip(err)
	}
	if probe.Holds() {
		t.Error("a folder that became a link is still a folder")
	}
}
