package index

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
	"github.com/coderef-system/coderefd/codeintel/typescript"
)

// Progress is told how many of how many files are done. It may be called from
// several goroutines, one at a time; done never falls.
type Progress func(done, total int)

// Project is one project folder. It is safe for concurrent use.
type Project struct {
	root   string
	builds chan struct{} // of the store

	mu     sync.Mutex
	files  map[string]*fileState // replaced as a whole, never changed in place
	graph  *builtGraph
	flight *flight
}

// fileState is what is known of one version of a file. It is immutable.
type fileState struct {
	stamp    source.Stamp
	fresh    bool // the stamp alone does not prove the content, see source.Stamp.Fresh
	digest   contentDigest
	reason   string // why the file is left out; empty when it is not
	outlined bool
	decls    []facts.Decl
	warning  string // the first syntax error
}

type contentDigest [16]byte

func digestOf(text string) contentDigest {
	sum := sha256.Sum256([]byte(text))
	return contentDigest(sum[:16])
}

// snapshot is the state of a project at one moment.
type snapshot struct {
	files  []source.File
	states map[string]*fileState
	left   []source.LeftOut
	digest string // of all paths and contents
}

// wanted reports the files a project consists of: sources, and what governs
// how sources are resolved.
func wanted(name string) bool {
	return isSource(name) || isConfig(name)
}

func isSource(name string) bool { return typescript.LanguageOf(name) != "" }

func isConfig(p string) bool {
	name := path.Base(p)
	return name == "package.json" || name == "jsconfig.json" ||
		strings.HasPrefix(name, "tsconfig") && strings.HasSuffix(name, ".json")
}

// refresh brings what is known of the project up to date and returns it.
// Files for which outline is true are parsed.
func (p *Project) refresh(ctx context.Context, outline func(path string) bool, progress Progress) (*snapshot, error) {
	taken := time.Now()
	tree, err := source.Walk(ctx, p.root, wanted)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	known := p.files
	p.mu.Unlock()

	snap := &snapshot{files: tree.Files, left: tree.Left, states: make(map[string]*fileState, len(tree.Files))}
	var stale []source.File
	for _, f := range tree.Files {
		old := known[f.Path]
		if old != nil && old.stamp == f.Stamp && !old.fresh && (old.outlined || !outline(f.Path)) {
			snap.states[f.Path] = old
			continue
		}
		stale = append(stale, f)
	}
	if err := p.loadAll(ctx, stale, known, taken, outline, snap.states, progress); err != nil {
		return nil, err
	}
	snap.digest = snap.sum()
	p.mu.Lock()
	p.files = snap.states
	p.mu.Unlock()
	return snap, nil
}

// loadAll reads files on all processors and adds their states to into.
func (p *Project) loadAll(ctx context.Context, files []source.File, known map[string]*fileState, taken time.Time,
	outline func(string) bool, into map[string]*fileState, progress Progress,
) error {
	loaded := make([]*fileState, len(files))
	report := counter(len(files), progress)
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				f := files[i]
				loaded[i] = p.load(f, known[f.Path], taken, outline(f.Path))
				report()
			}
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, f := range files {
		into[f.Path] = loaded[i]
	}
	return nil
}

// load reads one file and keeps what is known of it if its content is the same.
func (p *Project) load(f source.File, old *fileState, taken time.Time, outline bool) *fileState {
	state := &fileState{stamp: f.Stamp, fresh: f.Stamp.Fresh(taken), outlined: true}
	text, reason := source.Read(filepath.Join(p.root, filepath.FromSlash(f.Path)))
	if reason != "" {
		state.reason = reason
		state.digest = digestOf(reason)
		return state
	}
	state.digest = digestOf(text)
	switch {
	case old != nil && old.outlined && old.digest == state.digest:
		state.reason, state.decls, state.warning = old.reason, old.decls, old.warning
	case outline:
		decls, warning, err := typescript.Outline(f.Path, text)
		switch {
		case errors.Is(err, facts.ErrTooDeep):
			state.reason = source.ReasonTooDeep
		case err != nil:
			state.reason = source.ReasonPanic
		}
		state.decls, state.warning = decls, warning
	default:
		state.outlined = false
	}
	return state
}

// sum digests all paths and contents.
func (s *snapshot) sum() string {
	h := sha256.New()
	var length [8]byte
	for _, f := range s.files {
		binary.LittleEndian.PutUint64(length[:], uint64(len(f.Path)))
		h.Write(length[:])
		h.Write([]byte(f.Path))
		digest := s.states[f.Path].digest
		h.Write(digest[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// counter returns a function that reports one more file done.
func counter(total int, progress Progress) func() {
	if progress == nil {
		return func() {}
	}
	var mu sync.Mutex
	done := 0
	return func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		progress(done, total)
	}
}
