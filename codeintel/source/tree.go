package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/coderef-system/coderefd/codeintel/parallel"
)

// ErrNotDirectory is returned if the root is not a directory.
var ErrNotDirectory = errors.New("not a directory")

// File is one regular file of a tree.
type File struct {
	Path  string // relative to the root, slashes
	Stamp Stamp
	// Fresh is set if the stamp does not prove the contents, see [Stamp.Fresh].
	Fresh bool

	abs   string
	found bool // the file exists and is regular
}

// LeftOut is a file or folder that was not read. Links are never followed, so that files
// outside of the root are not read and files inside are read only once. Files that cannot be
// read safely, such as pipes, are left out if the caller wants their paths.
type LeftOut struct {
	Path   string
	Reason string
	Folder bool
}

// Tree is the set of regular files below a folder whose paths the caller wants. It skips
// dependencies, hidden folders and the paths that .gitignore and .coderefignore exclude.
// Rules apply to paths relative to the root, so the name of the root itself is not matched.
//
// Ignore files have the syntax and the precedence of gitignore(5), except that they also
// exclude paths that git tracks. Rules outside of the tree are not read: ignore files
// above the root, .git/info/exclude and core.excludesFile. Names are compared exactly,
// as with core.ignoreCase=false.
//
// A tree caches the listings of its folders and reads them again when their stamps, or
// those of their ignore files, changed. It is not safe for concurrent use.
type Tree struct {
	roots Roots
	root  string
	want  func(path string) bool

	top     *folder // nil before the first Update and after a failed one
	folders []*folder
	entries []*File // of all folders, not sorted
	changed bool    // the tree may differ from the last successful Update
	listed  bool    // the set of folders or entries changed
	files   []*File
	leftOut []LeftOut
}

// NewTree returns the tree of a folder, which must lie in the roots, without reading it. want is
// called concurrently with paths relative to the folder.
func NewTree(roots Roots, folder string, want func(path string) bool) *Tree {
	return &Tree{roots: roots, root: folder, want: want}
}

// Files returns the files that the last Update found, sorted by path. The tree owns them, and
// the next Update changes them.
func (t *Tree) Files() []*File { return t.files }

// Folders returns the absolute paths of all folders in the tree.
func (t *Tree) Folders() []string {
	folders := make([]string, len(t.folders))
	for i, f := range t.folders {
		folders[i] = f.abs
	}
	return folders
}

// LeftOut returns the files and folders that the last Update skipped, sorted by path.
func (t *Tree) LeftOut() []LeftOut { return t.leftOut }

// Update updates the tree. It reports whether the tree may differ from the last successful
// Update: because a file or a skipped path changed, or because a stamp is fresh.
func (t *Tree) Update(ctx context.Context) (changed bool, err error) {
	info, err := os.Stat(t.root)
	if err != nil {
		return false, fmt.Errorf("walk: %w", err)
	}
	if !info.IsDir() {
		return false, fmt.Errorf("walk %s: %w", t.root, ErrNotDirectory)
	}
	if err := t.update(ctx, time.Now()); err != nil {
		t.top, t.changed = nil, true // the listings may be incomplete
		return false, err
	}
	changed, t.changed = t.changed, false
	return changed, nil
}

func (t *Tree) update(ctx context.Context, taken time.Time) error {
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
	leftOut, err := t.findLeftOut(ctx)
	if err != nil {
		return err
	}
	if !slices.Equal(leftOut, t.leftOut) {
		t.leftOut, t.changed = leftOut, true
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

// stampFiles updates the stamps of all files.
func (t *Tree) stampFiles(ctx context.Context, taken time.Time) error {
	seen := make([]statResult, len(t.entries))
	err := parallel.For(ctx, len(seen), statBatch, func(i int) { seen[i] = lstat(t.entries[i].abs) })
	if err != nil {
		return err
	}
	for i, f := range t.entries {
		regular := seen[i].exists && seen[i].regular // false if it was removed in the meantime or is a device
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

// findLeftOut returns the folders and files that could not be read, and the links that are left
// out (see linkReason).
func (t *Tree) findLeftOut(ctx context.Context) ([]LeftOut, error) {
	var left []LeftOut
	for _, f := range t.folders {
		if f.unreadable {
			left = append(left, LeftOut{Path: f.rel, Reason: ReasonUnreadable, Folder: true})
		}
		left = append(left, f.refused...)
		for _, link := range f.links {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if reason, folder := t.linkReason(f, link); reason != "" {
				left = append(left, LeftOut{Path: link, Reason: reason, Folder: folder})
			}
		}
	}
	slices.SortFunc(left, func(a, b LeftOut) int { return strings.Compare(a.Path, b.Path) })
	return left, nil
}

// linkReason returns the reason to leave out a link. A link to a folder outside the root is left
// out, unless the path of the link is skipped or ignored. Any other link is left out if its path
// is wanted and not ignored: its target is a file, which is not read through a link, or is not a
// file, or is missing. The reason is "" for all other links.
func (t *Tree) linkReason(in *folder, path string) (reason string, folder bool) {
	target, err := filepath.EvalSymlinks(t.absolute(path))
	kind := Missing
	if err == nil {
		kind = KindOf(target)
	}
	if kind == IsFolder {
		root := strings.TrimSuffix(t.root, string(filepath.Separator)) + string(filepath.Separator)
		inside := strings.HasPrefix(target+string(filepath.Separator), root)
		if inside || skippedFolder(filepath.Base(path)) || ignored(in.rules, path, true) {
			return "", false
		}
		return ReasonSymlink, true
	}
	switch {
	case !t.want(path) || ignored(in.rules, path, false):
		return "", false
	case kind == IsFile:
		return ReasonSymlink, false
	case kind == IsSpecial:
		return ReasonNotRegular, false
	case strings.HasPrefix(filepath.Base(path), ".#"):
		return "", false // a lock of Emacs: its target is the name of a process
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return ReasonBroken, false
	case errors.Is(err, fs.ErrPermission):
		return ReasonUnreadable, false
	default: // filepath has no error value for it
		return ReasonLoop, false
	}
}

func (t *Tree) absolute(rel string) string { return filepath.Join(t.root, filepath.FromSlash(rel)) }

// skippedFolder reports whether a folder is hidden or contains dependencies, by its name.
func skippedFolder(name string) bool {
	switch name {
	case "node_modules", "bower_components", "jspm_packages":
		return true
	}
	return strings.HasPrefix(name, ".")
}
