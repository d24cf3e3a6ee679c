package repository

import (
	"context"
	"errors"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

// errDiffers ends a comparison at the first difference.
var errDiffers = errors.New("the trees differ")

// staged reports whether the index differs from the checked-out commit, in the project folder.
func (r *Repository) staged(ctx context.Context, x *index, head Head) (bool, error) {
	for i := range x.entries {
		if x.entries[i].unmerged || x.entries[i].intentToAdd {
			return true, nil
		}
	}
	tree := objects.ID{}
	if !head.Commit.IsZero() {
		var err error
		if tree, err = r.projectTree(head.Commit); err != nil {
			return false, err
		}
	}
	if tree.IsZero() {
		return len(x.entries) > 0, nil
	}
	c := comparison{ctx: ctx, repository: r, rest: x.entries}
	err := c.compare("", tree, x.trees.below(r.prefix), 0)
	if errors.Is(err, errDiffers) {
		return true, nil
	}
	return len(c.rest) > 0, err
}

// comparison compares the entries of an index with a tree. Both are sorted by the bytes of the
// paths.
type comparison struct {
	ctx        context.Context
	repository *Repository
	rest       []indexEntry // that have no counterpart yet
	visited    int
}

// compare compares the entries whose paths begin with a prefix with a tree. The error is
// errDiffers if they differ. Folders whose trees the index knows are compared by the names of
// the trees.
func (c *comparison) compare(prefix string, tree objects.ID, known *cachedTree, depth int) error {
	if known != nil && known.id == tree {
		for len(c.rest) > 0 && strings.HasPrefix(c.rest[0].path, prefix) {
			c.rest = c.rest[1:]
		}
		return nil
	}
	if err := c.ctx.Err(); err != nil {
		return err
	}
	entries, err := c.repository.readTree(tree)
	if err != nil {
		return err
	}
	if c.visited += len(entries); c.visited > maxFiles || depth > maxDepth {
		return errTooManyFiles
	}
	for _, e := range entries {
		path := prefix + e.name
		if e.mode == ModeFolder && !c.sparse(path+"/") {
			if err := c.compare(path+"/", e.id, known.child(e.name), depth+1); err != nil {
				return err
			}
			continue
		}
		if e.mode == ModeFolder {
			path += "/"
		}
		if len(c.rest) == 0 || c.rest[0].path != path || c.rest[0].id != e.id || c.rest[0].mode != e.mode {
			return errDiffers
		}
		c.rest = c.rest[1:]
	}
	return nil
}

// sparse reports whether a folder is an entry of its own.
func (c *comparison) sparse(path string) bool {
	return len(c.rest) > 0 && c.rest[0].path == path
}

// child returns the tree of a folder, or nil if it is unknown.
func (t *cachedTree) child(name string) *cachedTree {
	if t == nil {
		return nil
	}
	return t.children[name]
}

// below returns the tree of a path, which is empty or ends with a slash. It returns nil if the
// tree is unknown.
func (t *cachedTree) below(path string) *cachedTree {
	for part := range strings.SplitSeq(strings.TrimSuffix(path, "/"), "/") {
		if part == "" {
			break
		}
		t = t.child(part)
	}
	return t
}
