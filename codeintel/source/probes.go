package source

import (
	"context"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coderef-system/coderefd/codeintel/parallel"
)

// Probes is a set of probes that are checked together. While the stamp of a folder is
// unchanged, the probes of the existence of its entries need not be checked one by one. It is
// not safe for concurrent use. A nil *Probes is an empty set.
type Probes struct {
	seen     map[probeKey]bool
	byFolder map[string]*probedFolder
	folders  []*probedFolder
	single   []Probe // probes that the stamp of a folder cannot prove
	refused  []Probe // those with a refusal
}

type probeKey struct {
	path   string
	aspect Aspect
}

// probedFolder is a folder with probes of its entries.
type probedFolder struct {
	path   string
	probes []Probe
	proven bool // all probes held when the folder had stamp
	stamp  Stamp
	fresh  bool // see Stamp.Fresh
}

// NewProbes returns a set of probes.
func NewProbes(probes []Probe) *Probes {
	s := &Probes{seen: make(map[probeKey]bool, len(probes)), byFolder: map[string]*probedFolder{}}
	s.Add(probes)
	return s
}

// Add adds the probes that the set does not contain.
func (s *Probes) Add(probes []Probe) {
	for _, p := range probes {
		key := probeKey{p.Path, p.Aspect}
		if s.seen[key] {
			continue
		}
		s.seen[key] = true
		if p.Refused() != "" {
			s.refused = append(s.refused, p)
		}
		if p.Aspect != AspectKind || p.link {
			s.single = append(s.single, p)
			continue
		}
		dir := filepath.Dir(p.Path)
		f := s.byFolder[dir]
		if f == nil {
			f = &probedFolder{path: dir}
			s.byFolder[dir] = f
			s.folders = append(s.folders, f)
		}
		f.probes, f.proven = append(f.probes, p), false
	}
}

// All returns the probes of the set.
func (s *Probes) All() []Probe {
	if s == nil {
		return nil
	}
	all := slices.Clone(s.single)
	for _, f := range s.folders {
		all = append(all, f.probes...)
	}
	return all
}

// Hold reports whether all probes hold.
func (s *Probes) Hold(ctx context.Context) (bool, error) { return s.hold(ctx, time.Now()) }

func (s *Probes) hold(ctx context.Context, taken time.Time) (bool, error) {
	if s == nil {
		return true, nil
	}
	var broken atomic.Bool
	err := parallel.For(ctx, len(s.folders)+len(s.single), statBatch, func(i int) {
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
	stamp, _ := StampOf(f.path) // taken before the probes, so that the next check detects a later change
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
