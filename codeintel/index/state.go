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
	"github.com/coderef-system/coderefd/codeintel/repository"
	"github.com/coderef-system/coderefd/codeintel/source"
	"github.com/coderef-system/coderefd/codeintel/watch"
)

// Project is one project folder. It is safe for concurrent use.
type Project struct {
	root  string
	store *Store
	turn  chan struct{} // a lock: contains one element while a call uses the fields below

	tree        *source.Tree
	files       map[string]*fileState
	digest      facts.Digest // of all paths and contents
	version     uint64       // changes when the files or their stamps may have changed
	tracker     *repository.Tracker
	subject     *Subject // of the last refresh; replaced, never modified
	unknown     string   // why a part of subject is unknown; empty if none is
	treeChanged bool     // the tree reported a change that files does not reflect yet
	live        bool     // there is memory to release, see maxLive

	restored bool // loading files from the cache was attempted
	dirty    bool // files has changed since it was last saved

	watched bool                               // the folders are watched
	warming atomic.Pointer[context.CancelFunc] // ends the running resolveAgain; nil without one

	views []*view
	graph *graph.Graph
}

// Store keeps the most recently used projects. It is safe for concurrent use.
type Store struct {
	options Options
	after   func(time.Duration, func()) (stop func() bool) // time.AfterFunc, replaced in tests
	memory  func() int64                                   // liveMemory, replaced in tests

	watcher          *watch.Watcher     // nil if files are not watched
	background       context.Context    // of background jobs
	cancelBackground context.CancelFunc // cancels background
	jobs             sync.WaitGroup     // running background jobs

	saving sync.Mutex // held while projects are saved

	mu          sync.Mutex // guards the fields below
	projects    map[string]*list.Element
	recent      *list.List       // of *Project, most recently used first
	calls       map[*Project]int // number of running and waiting calls
	live        []*Project       // live projects, most recently used first
	stopRelease func() bool      // stops the timer of releaseAll; nil without a timer
	stopSave    func() bool      // stops the timer of save; nil without a timer
	closed      bool
}

// Options configure a store. With the zero value, a store does not use the disk, watch files,
// or limit memory or access.
type Options struct {
	Roots source.Roots // folders that may be read and written
	Cache *cache.Cache // stores analysis results across processes; nil to keep them in memory only
	// MemoryLimit is the number of bytes of memory that all projects may need together.
	// Beyond it, the least recently used projects are dropped; 0 means no limit.
	MemoryLimit int64
	Log         *slog.Logger // nil to discard
	Watch       bool         // update projects when files change, if the system reports changes
}

// Subject identifies the state of a project that a result describes.
type Subject struct {
	Commit string `json:"commit,omitempty"` // 40 hexadecimal digits; empty without a commit
	Branch string `json:"branch,omitempty"` // empty if HEAD is detached
	Dirty  *bool  `json:"dirty,omitempty"`  // see [repository.Identity]; nil if it is unknown
	// Fingerprint identifies the inputs in the project folder: the paths and the contents of its
	// source and configuration files, and the files that were left out with the reasons. With the
	// same version of the program, equal arguments and the same files outside of the project
	// folder (such as installed packages), equal fingerprints mean equal results. It does not cover
	// other files that a tool reads: coverage reports, index files, documents.
	Fingerprint string   `json:"index_fingerprint,omitempty"`
	LeftOut     *LeftOut `json:"files_left_out,omitempty"` // nil if they were not counted
}

// LeftOut counts the source files, configuration files and folders that were not read. It does
// not count what ignore files exclude, nor hidden folders and folders of dependencies.
type LeftOut struct {
	Total    int            `json:"total"`
	ByReason map[string]int `json:"by_reason,omitempty"`
	Examples []Skipped      `json:"examples,omitempty"` // at most 3: the first of each reason, the most frequent first
}

// Skipped is a file or folder that was left out.
type Skipped struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// fileState is the analysis of one version of a file. It is immutable.
type fileState struct {
	stamp    source.Stamp
	fresh    bool // the stamp does not prove that the content is unchanged, see source.Stamp.Fresh
	digest   facts.Digest
	reason   string // why the file is left out; empty when it is not
	outlined outlined
	decls    []facts.Decl
	warning  string // the first syntax error
	// generated is the sign by which a source file is recognized as generated, or empty; see
	// [source.Generated].
	generated string
}

// outlined is the depth to which the declarations of a file are known.
type outlined uint8

const (
	notOutlined outlined = iota
	shallow              // top-level declarations only, without signatures
	whole
)

// texts keeps the texts read by refresh until the languages have used them. A nil *texts is
// valid and always empty. It is safe for concurrent use.
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
	//nolint:gosec // Sum256 only reads, so the text need not be copied
	sum := sha256.Sum256(unsafe.Slice(unsafe.StringData(text), len(text)))
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
	analyzer facts.Analyzer // nil while it is not needed: without files, or with restored facts

	stale    bool                    // a file of the language changed since the last update
	known    map[string]facts.Digest // files of the last update, by path
	unknown  map[string]bool         // files that are in the graph with unknown content
	warnings []string

	probes   *source.Probes // of the last update
	resolved *source.Probes // of the files that are resolved

	texts    *texts      // texts read for the running update
	outdated atomic.Bool // the analyzer read a text that differs from the recorded digest

	restoreTried bool                // restoring the view from the cache was attempted
	restored     map[string]bool     // files in the graph that the analyzer has not seen
	pending      map[string]*unsaved // unsaved facts, by file
	savedState   facts.Digest        // the saved state that pending extends; zero if there is none
	unsavable    atomic.Bool         // pending facts were lost: the view cannot be saved any more
}

// unsaved contains the facts of a file that changed since it was last saved. Nil fields are
// unchanged.
type unsaved struct {
	declared *facts.Declared
	refers   *facts.File
	depth    facts.Depth // to which refers is resolved
}
