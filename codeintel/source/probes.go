package source

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"time"
)

// Probes are many probes that are looked at together: whether there is something
// at a path follows from the stamp of its folder, which many paths share. It is
// not safe for concurrent use.
type Probes struct {
	folders []*probedFolder
	single  []Probe // those a folder tells nothing of
}

// probedFolder is a folder with the probes that follow from its listing.
type probedFolder struct {
	path   string
	probes []Probe
	proven bool // the probes held when the stamp was what it is
	stamp  Stamp
	fresh  bool
}

// NewProbes returns the set of some probes, each once.
func NewProbes(probes []Probe) *Probes {
	type key struct {
		path   string
		aspect Aspect
	}
	seen := make(map[key]bool, len(probes))
	folders := map[string]*probedFolder{}
	set := &Probes{}
	for _, p := range probes {
		k := key{p.Path, p.Aspect}
		if seen[k] {
			continue
		}
		seen[k] = true
		if p.Aspect != AspectKind || p.link {
			set.single = append(set.single, p)
			continue
		}
		dir := filepath.Dir(p.Path)
		if folders[dir] == nil {
			folders[dir] = &probedFolder{path: dir}
			set.folders = append(set.folders, folders[dir])
		}
		folders[dir].probes = append(folders[dir].probes, p)
	}
	return set
}

// Hold reports whether all probes hold.
func (s *Probes) Hold(ctx context.Context) (bool, error) { return s.hold(ctx, time.Now()) }

func (s *Probes) hold(ctx context.Context, taken time.Time) (bool, error) {
	if s == nil {
		return true, nil
	}
	var broken atomic.Bool
	err := inParallel(ctx, len(s.folders)+len(s.single), func(i int) {
		holds := false
		switch {
		case broken.Load():
			return
		case i < len(s.folders):
			holds = s.folders[i].holds(taken)
		default:
			holds = s.single[i-len(s.folders)].Holds()
		}
		if !holds {
			broken.Store(true)
		}
	})
	return !broken.Load(), err
}

func (f *probedFolder) holds(taken time.Time) bool {
	stamp, _ := StampOf(f.path) // before the probes: what changes later is seen next time
	if f.proven && !f.fresh && stamp == f.stamp {
		return true
	}
	f.proven = false
	for i := range f.probes {
		if !f.probes[i].Holds() {
			return false
		}
	}
	f.proven, f.stamp, f.fresh = true, stamp, stamp.Fresh(taken)
	return true
}
