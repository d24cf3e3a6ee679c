package index

import (
	"container/list"
	"context"
	"crypto/sha256"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/coderef-system/coderefd/codeintel/cache"
	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/graph"
	"github.com/coderef-system/coderefd/codeintel/source"
	"github.com/coderef-system/coderefd/codeintel/watch"
)

// Project is one project folder. It is safe for concurrent use.
type Project struct {
	root  string
	store *Store
	turn  chan struct{} // holds one element while a call works on what follows

	tree   *source.Tree
	files  map[string]*fileState
	digest facts.Digest // of all paths and contents
	unread bool         // a look at the tree was not followed up
	live   bool         // there is something to release

	restored bool // what was saved of the files has been looked for
	learned  bool // files are known better than they are saved

	followed bool // the folders are watched
	warming  atomic.Pointer[context.CancelFunc]

	views []*view
	graph *graph.Graph
}

// Store keeps the most recently used projects. It is safe for concurrent use.
type Store struct {
	options Options
	after   func(time.Duration, func()) (stop func() bool) // time.AfterFunc but in tests
	memory  func() int64                                   // liveMemory but in tests

	watcher    *watch.Watcher     // nil without
	background context.Context    // of background work
	leave      context.CancelFunc // ends it
	working    sync.WaitGroup     // what runs of it

	mu       sync.Mutex
	projects map[string]*list.Element
	recent   *list.List       // of *Project, most recent first
	calls    map[*Project]int // that run or wait for their turn
	live     []*Project       // that have something to release, most recent first
	stop     func() bool      // of the timer that runs, or nil
	stopSave func() bool      // of the timer of saving
	saving   sync.Mutex       // held while projects are saved
	closed   bool
}

// Options are what a store works with. The zero value keeps nothing on disk and
// allows everything.
type Options struct {
	Roots source.Roots // what may be looked at and written to
	Cache *cache.Cache // where what is learned survives the process; nil for nowhere
	// MemoryLimit is how many bytes of memory the projects may need together before
	// the least recently used ones are given up; 0 is no limit.
	MemoryLimit int64
	Log         *slog.Logger // nil to discard
	Watch       bool         // update projects when files change, where the system reports changes
}

// fileState is the analysis of one version of a file. It is immutable.
type fileState struct {
	stamp    source.Stamp
	fresh    bool // the stamp alone does not prove the content, see source.Stamp.Fresh
	digest   facts.Digest
	reason   string // why the file is left out; empty when it is not
	outlined outlined
	decls    []facts.Decl
	warning  string // the first syntax error
}

// outlined is how closely the declarations of a file are known.
type outlined uint8

const (
	notOutlined outlined = iota
	shallow              // top-level declarations only, without signatures
	whole
)

// texts keeps what was read until the languages have seen it. A nil one keeps
// nothing.
type texts struct {
	mu     sync.Mutex
	byPath map[string]string
}

func (t *texts) put(path, text string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byPath[path] = text
}

func (t *texts) get(path string) (string, bool) {
	if t == nil {
		return "", false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	text, ok := t.byPath[path]
	return text, ok
}

func digestOf(text string) facts.Digest {
	//nolint:gosec // the sum only reads the text
	sum := sha256.Sum256(unsafe.Slice(unsafe.StringData(text), len(text))) // which only reads: no copy
	return facts.Digest(sum[:16])
}

// resolvedLanguage is the part of a language that a view uses.
type resolvedLanguage interface {
	facts.FileKinds
	facts.Resolver
}

// view is one language's part of a project.
type view struct {
	project  *Project
	language resolvedLanguage
	analyzer facts.Analyzer // nil while there are no files of the language

	stale    bool // something of the language changed since the last update
	known    map[string]facts.Digest
	unknown  map[string]bool // files that are in the graph without content
	warnings []string

	probes   *source.Probes // of the last update
	resolved *source.Probes // of files resolved since they were last forgotten

	texts     *texts      // what was read for the update that runs
	disturbed atomic.Bool // the analyzer was given another text than it asked for

	tried     bool                // to restore what was saved
	restored  map[string]bool     // files in the graph that the analyzer has not seen
	pending   map[string]*unsaved // by file
	kept      facts.Digest        // state that was saved last, which pending adds to; zero if pending is all there is
	unsavable atomic.Bool
}

// unsaved is what was learned of a file since it was last saved.
type unsaved struct {
	declared *facts.Declared
	refers   *facts.File
	depth    facts.Depth
}
