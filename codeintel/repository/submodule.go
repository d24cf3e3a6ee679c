package repository

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// maxSubmodules bounds submodules in submodules.
const maxSubmodules = 4

// submodule returns the state of a submodule: its commit, or a zero name if its tracked files
// differ from that. A submodule that is not checked out has the state of the entry.
func (w *workTree) submodule(ctx context.Context, e *indexEntry, path string) (current, error) {
	if _, err := os.Lstat(filepath.Join(path, ".git")); errors.Is(err, fs.ErrNotExist) || w.depth >= maxSubmodules {
		return current{e.mode, e.id}, nil
	}
	r, err := Open(path, w.repository.opener.Roots)
	if err != nil {
		return current{}, err
	}
	defer r.Close()
	head, err := r.Head()
	if err != nil || head.Commit != e.id {
		return current{ModeSubmodule, head.Commit}, err
	}
	dirty, err := r.dirty(ctx, head, w.depth+1)
	if err != nil || !dirty {
		return current{ModeSubmodule, head.Commit}, err
	}
	return current{mode: ModeSubmodule}, nil
}
