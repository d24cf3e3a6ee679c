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
	Files    []File   // files wanted by the caller's filter
	Symlinks []string // wanted names that are links; never followed, so that nothing outside the root is read
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
	slices.Sort(w.tree.Symlinks)
	return w.tree, nil
}

type walker struct {
	ctx  context.Context
	root string
	want func(string) bool
	tree Tree
}

// dir lists one folder. An unreadable folder below the root is left out, as
// git does; an unreadable root is an error.
func (w *walker) dir(rel string, rules []ruleSet) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Join(w.root, filepath.FromSlash(rel)))
	if err != nil {
		if rel == "" {
			return fmt.Errorf("walk: %w", err)
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
	if !w.want(name) || ignored(rules, path, false) {
		return nil
	}
	if entry.Type()&fs.ModeSymlink != 0 {
		w.tree.Symlinks = append(w.tree.Symlinks, path)
		return nil
	}
	info, err := entry.Info()
	if err != nil || !info.Mode().IsRegular() {
		return nil // vanished meanwhile, or a device: nothing to read
	}
	w.tree.Files = append(w.tree.Files, File{Path: path, Stamp: stampOf(info)})
	return nil
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
