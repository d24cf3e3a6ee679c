package repository

import (
	"context"
	"errors"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/repository/objects"
)

// Version is one side of a change.
type Version struct {
	Mode Mode
	ID   objects.ID // that the content has, or would have, in the repository; for a submodule, its commit

	read func() ([]byte, error)
}

// Content returns the content of the file, at most [source.MaxFileBytes]. For a link, it is the
// target; for a submodule, it is empty. The caller must not modify it. The error wraps
// [objects.ErrTooLarge] if the file is larger.
func (v *Version) Content() ([]byte, error) { return v.read() }

// Change is a file that differs between two revisions.
type Change struct {
	Path string   // relative to the project folder, with slashes
	Old  *Version // nil if the file was added
	New  *Version // nil if the file was removed
}

// Changed returns the files below the project folder that differ between two revisions, sorted
// by the bytes of their paths. A renamed file counts as one removed file and one added file.
// The contents can be read until the repository is closed.
func (r *Repository) Changed(ctx context.Context, from, to string) ([]Change, error) {
	var trees [2]objects.ID
	for i, revision := range []string{from, to} {
		id, err := r.Resolve(revision)
		if err != nil {
			return nil, err
		}
		if trees[i], err = r.projectTree(id); err != nil {
			return nil, err
		}
	}
	var found []Change
	w := walk{ctx: ctx, repository: r, changed: func(path string, old, now *treeEntry) {
		found = append(found, Change{Path: path, Old: r.version(old), New: r.version(now)})
	}}
	err := w.compare("", trees[0], trees[1], 0)
	return found, err
}

// version returns the version of a file in a tree, or nil if there is none.
func (r *Repository) version(e *treeEntry) *Version {
	if e == nil {
		return nil
	}
	id := e.id
	v := &Version{Mode: e.mode, ID: id, read: func() ([]byte, error) { return r.Blob(id) }}
	if e.mode == ModeSubmodule {
		v.read = func() ([]byte, error) { return nil, nil }
	}
	return v
}

// walk visits the files that differ between two trees.
type walk struct {
	ctx        context.Context
	repository *Repository
	changed    func(path string, old, now *treeEntry) // nil if the file does not exist; valid during the call
	visited    int
}

var errTooManyFiles = errors.New("the trees have too many files")

// compare visits the files that differ between two trees, in the order of their paths. A zero
// tree is empty.
func (w *walk) compare(prefix string, from, to objects.ID, depth int) error {
	if from == to {
		return nil
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	old, err := w.repository.readTree(from)
	if err != nil {
		return err
	}
	now, err := w.repository.readTree(to)
	if err != nil {
		return err
	}
	if w.visited += len(old) + len(now); w.visited > maxFiles || depth > maxDepth {
		return errTooManyFiles
	}
	for len(old)+len(now) > 0 {
		var a, b *treeEntry
		order := 0
		switch {
		case len(now) == 0:
			order = -1
		case len(old) == 0:
			order = 1
		default:
			order = strings.Compare(old[0].key(), now[0].key())
		}
		if order <= 0 {
			a, old = &old[0], old[1:]
		}
		if order >= 0 {
			b, now = &now[0], now[1:]
		}
		if err := w.entry(prefix, a, b, depth); err != nil {
			return err
		}
	}
	return nil
}

// entry compares two entries with the same key. One of them may be nil.
func (w *walk) entry(prefix string, a, b *treeEntry, depth int) error {
	either := a
	if a == nil {
		either = b
	}
	switch {
	case a != nil && b != nil && a.id == b.id && a.mode == b.mode:
		return nil
	case either.mode == ModeFolder: // both are folders, by their keys
		var ids [2]objects.ID
		if a != nil {
			ids[0] = a.id
		}
		if b != nil {
			ids[1] = b.id
		}
		return w.compare(prefix+either.name+"/", ids[0], ids[1], depth+1)
	}
	w.changed(prefix+either.name, a, b)
	return nil
}

// key returns the text by which trees are sorted.
func (e *treeEntry) key() string {
	if e.mode == ModeFolder {
		return e.name + "/"
	}
	return e.name
}
