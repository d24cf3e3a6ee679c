package repository

import (
	"context"
	"errors"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

// hashBatch is the number of files that a goroutine compares at a time.
const hashBatch = 16

// Dirty reports whether a tracked file of the project folder differs from the checked-out
// commit, in the index or in the work tree: its content, its executable bit, or whether it
// exists. Untracked files do not count. In a bare repository there is no work tree, and the
// result is false.
func (r *Repository) Dirty(ctx context.Context) (bool, error) {
	head, err := r.Head()
	if err != nil {
		return false, err
	}
	return r.dirty(ctx, head, 0)
}

func (r *Repository) dirty(ctx context.Context, head Head, depth int) (bool, error) {
	if r.top == "" {
		return false, nil
	}
	x, err := r.readIndex()
	if err != nil {
		return false, err
	}
	staged, err := r.staged(ctx, x, head)
	if err != nil || staged {
		return staged, err
	}
	w := r.newWorkTree(x, depth)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var found bool
	var failed error
	err = parallel.For(ctx, len(x.entries), hashBatch, func(i int) {
		modified, err := w.modified(ctx, &x.entries[i])
		if err == nil && !modified {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed = err
		} else {
			found = true
			cancel()
		}
	})
	switch {
	case found:
		return true, nil
	case failed != nil:
		return false, failed
	}
	return false, err
}

// errDiffers ends a comparison at the first difference.
var errDiffers = errors.New("the trees differ")

// staged reports whether the index differs from the checked-out commit.
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
