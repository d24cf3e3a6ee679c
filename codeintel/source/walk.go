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
)

// ErrNotDirectory is returned by Walk for a root that is no directory.
var ErrNotDirectory = errors.New("not a directory")

// File is one regular file found by a walk.
type File struct {
	Path  string // relative to the root, slashes
	Stamp Stamp
}

// Tree is what a walk found, sorted by path.
type Tree struct {
	Files []File    // files wanted by the caller's filter
	Left  []LeftOut // what a walk could not, or would not, look into
}

// LeftOut is a file or folder that was not read. Links are never followed, so
// that nothing outside the root is read, and nothing inside it twice.
type LeftOut struct {
	Path   string
	Reason string
	Folder bool
}

// Walk lists the regular files below root whose name want accepts. It leaves
// out dependencies, hidden folders and what .gitignore and .coderefignore
// exclude. All rules see paths relative to root only: a project that itself
// lies below a folder called node_modules or build is walked like any other.
func Walk(ctx context.Context, root string, want func(name string) bool) (Tree, error) {
	info, err := os.Stat(root)
	if err != nil {
		return Tree{}, fmt.Errorf("walk: %w", err)
	}
	if !info.IsDir() {
		return Tree{}, fmt.Errorf("walk %s: %w", root, ErrNotDirectory)
	}
	w := walker{ctx: ctx, root: root, want: want}
	if err := w.dir("", nil); err != nil {
		return Tree{}, err
	}
	slices.SortFunc(w.tree.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(w.tree.Left, func(a, b LeftOut) int { return strings.Compare(a.Path, b.Path) })
	return w.tree, nil
}

type walker struct {
	ctx  context.Context
	root string
	want func(string) bool
	tree Tree
}

// dir lists one folder. An unreadable folder below the root is left out; an
// unreadable root is an error.
func (w *walker) dir(rel string, rules []ruleSet) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(w.root, filepath.FromSlash(rel)))
	if err != nil {
		if rel == "" {
			return fmt.Errorf("walk: %w", err)
		}
		if !errors.Is(err, fs.ErrNotExist) { // else it vanished meanwhile
			w.leaveOut(rel, ReasonUnreadable, true)
		}
		return nil
	}
	rules = w.withIgnoreFiles(rel, entries, rules)
	for _, entry := range entries {
		if err := w.entry(rel, entry, rules); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) entry(rel string, entry fs.DirEntry, rules []ruleSet) error {
	name := entry.Name()
	path := name
	if rel != "" {
		path = rel + "/" + name
	}
	if entry.IsDir() {
		if skippedFolder(name) || ignored(rules, path, true) {
			return nil
		}
		return w.dir(path, rules)
	}
	if entry.Type()&fs.ModeSymlink != 0 {
		w.link(path, name, rules)
		return nil
	}
	if !w.want(name) || ignored(rules, path, false) {
		return nil
	}
	info, err := entry.Info()
	if err != nil || !info.Mode().IsRegular() {
		return nil // vanished meanwhile, or a device: nothing to read
	}
	w.tree.Files = append(w.tree.Files, File{Path: path, Stamp: stampOf(info)})
	return nil
}

// link leaves a link out: one to a wanted file, or to a folder that the walk
// does not come to by its real path.
func (w *walker) link(path, name string, rules []ruleSet) {
	target, err := filepath.EvalSymlinks(filepath.Join(w.root, filepath.FromSlash(path)))
	if err != nil {
		return // it leads nowhere
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
	case info.IsDir():
		inside := strings.HasPrefix(target+string(filepath.Separator), strings.TrimSuffix(w.root, string(filepath.Separator))+string(filepath.Separator))
		if !inside && !skippedFolder(name) && !ignored(rules, path, true) {
			w.leaveOut(path, ReasonSymlink, true)
		}
	case w.want(name) && !ignored(rules, path, false):
		w.leaveOut(path, ReasonSymlink, false)
	}
}

func (w *walker) leaveOut(path, reason string, folder bool) {
	w.tree.Left = append(w.tree.Left, LeftOut{Path: path, Reason: reason, Folder: folder})
}

// withIgnoreFiles returns rules extended by the ignore files of this folder.
func (w *walker) withIgnoreFiles(rel string, entries []fs.DirEntry, rules []ruleSet) []ruleSet {
	for _, name := range []string{".gitignore", ".coderefignore"} {
		if !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(rel), name))
		if err != nil {
			continue
		}
		if set := parseRules(rel, string(text)); len(set.rules) > 0 {
			rules = append(slices.Clip(rules), set)
		}
	}
	return rules
}

// skippedFolder names the folders that hold other people's code or none.
func skippedFolder(name string) bool {
	switch name {
	case "node_modules", "bower_components", "jspm_packages":
		return true
	}
	return strings.HasPrefix(name, ".")
}
