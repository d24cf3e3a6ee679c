package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/coderef-system/coderefd/codeintel/parallel"
)

// ErrNotDirectory is returned for a root that is no directory.
var ErrNotDirectory = errors.New("not a directory")

// File is one regular file of a tree.
type File struct {
	Path  string // relative to the root, slashes
	Stamp Stamp
	// Fresh is set when the stamp does not prove the content, see [Stamp.Fresh].
	Fresh bool

	abs   string
	found bool // it is there, and a regular file
}

// LeftOut is a file or folder that was not read. Links are never followed, so
// that nothing outside the root is read, and nothing inside it twice.
type LeftOut struct {
	Path   string
	Reason string
	Folder bool
}

// Tree is the regular files below a folder whose path the caller wants. It
// leaves out dependencies, hidden folders and what .gitignore and .coderefignore
// exclude. All rules see paths relative to the root only: a project that itself
// lies below a folder called node_modules or build is walked like any other.
//
// A tree remembers the listings of its folders, and reads them again when their
// stamps, or those of their ignore files, prove nothing any more. It is not safe
// for concurrent use.
type Tree struct {
	root string
	want func(path string) bool

	top     *folder // nil before the first look, and after one that failed
	folders []*folder
	entries []*File // of all folders, not sorted
	changed bool    // a look found something else than the last that succeeded
	listed  bool    // the set of folders or entries changed
	files   []*File
	left    []LeftOut
}

// NewTree returns the tree of a folder; nothing is read yet. The function want is
// asked about paths relative to the root, concurrently.
func NewTree(root string, want func(path string) bool) *Tree {
	return &Tree{root: root, want: want}
}

// Files returns the files that the last look found, by path. They are the
// tree's own; the next look changes them.
func (t *Tree) Files() []*File { return t.files }

// Folders returns the absolute paths of all folders that the last look went into.
func (t *Tree) Folders() []string {
	folders := make([]string, len(t.folders))
	for i, f := range t.folders {
		folders[i] = f.abs
	}
	return folders
}

// Left returns what the last look left out, by path.
func (t *Tree) Left() []LeftOut { return t.left }

// Look brings the tree up to date. It reports whether anything may differ from
// the last look that succeeded: a file, what was left out, or a stamp that proves
// nothing.
func (t *Tree) Look(ctx context.Context) (changed bool, err error) {
	info, err := os.Stat(t.root)
	if err != nil {
		return false, fmt.Errorf("walk: %w", err)
	}
	if !info.IsDir() {
		return false, fmt.Errorf("walk %s: %w", t.root, ErrNotDirectory)
	}
	if err := t.look(ctx, time.Now()); err != nil {
		t.top, t.changed = nil, true // what is known may be half of it
		return false, err
	}
	changed, t.changed = t.changed, false
	return changed, nil
}

func (t *Tree) look(ctx context.Context, taken time.Time) error {
	l := &lister{tree: t, ctx: ctx, taken: taken}
	if err := l.folders(); err != nil {
		return err
	}
	if t.listed {
		t.folders, t.entries = nil, nil
		t.collect(t.top)
	}
	if err := t.stampFiles(ctx, taken); err != nil {
		return err
	}
	if t.listed {
		t.listed = false
		t.files = t.files[:0:0]
		for _, f := range t.entries {
			if f.found {
				t.files = append(t.files, f)
			}
		}
		slices.SortFunc(t.files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	}
	left, err := t.leftOut(ctx)
	if err != nil {
		return err
	}
	if !slices.Equal(left, t.left) {
		t.left, t.changed = left, true
	}
	return nil
}

func (t *Tree) collect(f *folder) {
	t.folders = append(t.folders, f)
	t.entries = append(t.entries, f.files...)
	for _, sub := range f.folders {
		t.collect(sub)
	}
}

// stampFiles looks at all files.
func (t *Tree) stampFiles(ctx context.Context, taken time.Time) error {
	seen := make([]lookedAt, len(t.entries))
	err := parallel.For(ctx, len(seen), lookBatch, func(i int) { seen[i] = lstat(t.entries[i].abs) })
	if err != nil {
		return err
	}
	for i, f := range t.entries {
		regular := seen[i].exists && seen[i].regular // else it vanished meanwhile, or is a device
		if f.found != regular {
			f.found, t.changed, t.listed = regular, true, true
		}
		if f.Stamp != seen[i].stamp {
			f.Stamp, t.changed = seen[i].stamp, true
		}
		fresh := f.Stamp.Fresh(taken)
		t.changed = t.changed || fresh || f.Fresh
		f.Fresh = fresh
	}
	return nil
}

// leftOut lists the folders that could not be read, and the links to what is
// not read by its own path.
func (t *Tree) leftOut(ctx context.Context) ([]LeftOut, error) {
	var left []LeftOut
	for _, f := range t.folders {
		if f.unreadable {
			left = append(left, LeftOut{Path: f.rel, Reason: ReasonUnreadable, Folder: true})
		}
		for _, link := range f.links {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if folder, out := t.leadsOut(f, link); out {
				left = append(left, LeftOut{Path: link, Reason: ReasonSymlink, Folder: folder})
			}
		}
	}
	slices.SortFunc(left, func(a, b LeftOut) int { return strings.Compare(a.Path, b.Path) })
	return left, nil
}

// leadsOut reports a link to a wanted file, or to a folder that the walk does
// not come to by its real path.
func (t *Tree) leadsOut(in *folder, path string) (folder, out bool) {
	target, err := filepath.EvalSymlinks(t.absolute(path))
	if err != nil {
		return false, false // it leads nowhere
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
		return false, false
	case info.IsDir():
		root := strings.TrimSuffix(t.root, string(filepath.Separator)) + string(filepath.Separator)
		inside := strings.HasPrefix(target+string(filepath.Separator), root)
		return true, !inside && !skippedFolder(filepath.Base(path)) && !ignored(in.rules, path, true)
	default:
		return false, t.want(path) && !ignored(in.rules, path, false)
	}
}

func (t *Tree) absolute(rel string) string { return filepath.Join(t.root, filepath.FromSlash(rel)) }

// skippedFolder names the folders that hold other people's code or none.
func skippedFolder(name string) bool {
	switch name {
	case "node_modules", "bower_components", "jspm_packages":
		return true
	}
	return strings.HasPrefix(name, ".")
}
