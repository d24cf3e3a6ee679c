package repository

import (
	"context"
	"fmt"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/parallel"
	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

// ChangedInWorkTree returns the tracked files below the project folder that differ between a
// revision and the work tree, sorted by the bytes of their paths. Like git diff, it ignores
// untracked files. A renamed file counts as one removed file and one added file. It is an error
// if the repository is bare. The contents of the revision can be read until the repository is
// closed; those of the work tree are read from the files when [Version.Content] is called.
func (r *Repository) ChangedInWorkTree(ctx context.Context, from string) ([]Change, error) {
	if r.top == "" {
		return nil, fmt.Errorf("compare %q with the work tree: the repository has none", from)
	}
	old, err := r.Files(ctx, from)
	if err != nil {
		return nil, err
	}
	now, err := r.tracked(ctx)
	if err != nil {
		return nil, err
	}
	var found []Change
	for len(old)+len(now) > 0 {
		order := 0
		switch {
		case len(now) == 0:
			order = -1
		case len(old) == 0:
			order = 1
		default:
			order = strings.Compare(old[0].Path, now[0].Path)
		}
		var c Change
		if order <= 0 {
			c = Change{Path: old[0].Path, Old: r.version(&treeEntry{mode: old[0].Mode, id: old[0].ID})}
			old = old[1:]
		}
		if order >= 0 {
			c.Path, c.New = now[0].Path, r.present(now[0])
			now = now[1:]
		}
		if c.Old == nil || c.New == nil || c.Old.ID != c.New.ID || c.Old.Mode != c.New.Mode {
			found = append(found, c)
		}
	}
	return found, nil
}

// present returns the version of a file in the work tree.
func (r *Repository) present(f File) *Version {
	return &Version{Mode: f.Mode, ID: f.ID, read: func() ([]byte, error) { return r.content(f.Path, f.Mode) }}
}

// tracked returns the tracked files that exist in the work tree, by path. Of a sparse index, it
// returns the files in the folders that are not checked out.
func (r *Repository) tracked(ctx context.Context) ([]File, error) {
	x, err := r.readIndex()
	if err != nil {
		return nil, err
	}
	w := r.newWorkTree(x, nil)
	w.submodule = (&Tracker{roots: r.opener.Roots, work: w}).submodule
	states := make([]current, len(x.entries))
	failures := make([]error, len(x.entries))
	err = parallel.For(ctx, len(x.entries), hashBatch, func(i int) {
		states[i], failures[i] = w.current(ctx, &x.entries[i])
	})
	if err != nil {
		return nil, err
	}
	var found []File
	for i, e := range x.entries {
		switch s := states[i]; {
		case failures[i] != nil:
			return nil, failures[i]
		case s.mode == 0 || len(found) > 0 && found[len(found)-1].Path == e.path: // missing, or another stage
		case s.mode == ModeFolder:
			visit := walk{ctx: ctx, repository: r, changed: func(path string, _, now *treeEntry) {
				found = append(found, File{path, now.mode, now.id})
			}}
			if err := visit.compare(e.path, objects.ID{}, s.id, 0); err != nil {
				return nil, err
			}
		default:
			found = append(found, File{e.path, s.mode, s.id})
		}
	}
	return found, nil
}
