package repository

import (
	"context"
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Bounds of trees.
const (
	maxTree  = 32 << 20  // bytes of a tree object
	maxFiles = 5_000_000 // of all trees that one call visits
	maxDepth = 1000      // of folders
)

// readTree reads the entries of a tree. If the name of the tree is zero, there are none.
func (r *Repository) readTree(id objects.ID) ([]treeEntry, error) {
	if id.IsZero() {
		return nil, nil
	}
	kind, data, err := r.objects.Read(id, maxTree)
	if err != nil {
		return nil, err
	}
	if kind != objects.Tree {
		return nil, fmt.Errorf("object %s is a %s, not a tree", id, kind)
	}
	return parseTree(data)
}

// projectTree returns the tree of the project folder in a commit. It is zero if the commit does
// not contain the folder.
func (r *Repository) projectTree(at objects.ID) (objects.ID, error) {
	c, err := r.commit(at)
	if err != nil {
		return objects.ID{}, err
	}
	id := c.tree
	for part := range strings.SplitSeq(strings.TrimSuffix(r.prefix, "/"), "/") {
		if part == "" {
			break
		}
		entries, err := r.readTree(id)
		if err != nil {
			return objects.ID{}, err
		}
		id = objects.ID{}
		for _, e := range entries {
			if e.name == part && e.mode == ModeFolder {
				id = e.id
			}
		}
	}
	return id, nil
}

// Blob returns the content of a file, at most [source.MaxFileBytes]. The caller must not modify
// it. The error wraps [objects.ErrTooLarge] if it is larger.
func (r *Repository) Blob(id objects.ID) ([]byte, error) {
	kind, data, err := r.objects.Read(id, source.MaxFileBytes)
	if err == nil && kind != objects.Blob {
		err = fmt.Errorf("object %s is a %s, not a file", id, kind)
	}
	return data, err
}

// File is a file of a revision.
type File struct {
	Path string // relative to the project folder, with slashes
	Mode Mode
	ID   objects.ID
}

// Files returns the files that a revision contains below the project folder, links and
// submodules included, in git's order: by the bytes of the path.
func (r *Repository) Files(ctx context.Context, revision string) ([]File, error) {
	id, err := r.Resolve(revision)
	if err != nil {
		return nil, err
	}
	tree, err := r.projectTree(id)
	if err != nil {
		return nil, err
	}
	var found []File
	w := walk{ctx: ctx, repository: r, changed: func(path string, _, now *treeEntry) {
		found = append(found, File{path, now.mode, now.id})
	}}
	return found, w.compare("", objects.ID{}, tree, 0)
}
