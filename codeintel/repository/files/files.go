// Package files opens the files of a git repository. Every file is regular, bounded and in an
// allowed place, so that a hostile repository cannot block or bloat the process.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// ErrRefused is returned for a path that is not a regular file, that lies outside of the roots,
// or that is too large.
var ErrRefused = errors.New("refused")

// ErrFolder is returned, with [ErrRefused], for a path that is a folder.
var ErrFolder = errors.New("a folder")

// Opener opens files below its roots. It is safe for concurrent use.
type Opener struct {
	Roots   source.Roots
	Observe Observer // called before a path is examined; may be nil
}

// Observer is called with a path and the aspect that will be examined.
type Observer func(path string, aspect source.Aspect)

// Stat examines a path. It follows links.
func (o Opener) Stat(path string) (fs.FileInfo, error) {
	o.observe(path, source.AspectKind)
	return os.Stat(path)
}

// Readlink returns the target of a link.
func (o Opener) Readlink(path string) (string, error) {
	o.observe(path, source.AspectContent)
	return os.Readlink(path)
}

func (o Opener) observe(path string, aspect source.Aspect) {
	if o.Observe != nil {
		o.Observe(path, aspect)
	}
}

// File is an open regular file.
type File struct {
	*os.File
	Size  int64
	Stamp source.Stamp
}

// Open opens a regular file of at most limit bytes. It follows links. The error wraps
// [fs.ErrNotExist] if the path does not exist.
func (o Opener) Open(path string, limit int64) (*File, error) {
	o.observe(path, source.AspectContent)
	f, stamp, err := o.Roots.OpenAt(path, limit)
	if err != nil {
		return nil, refusal(path, err)
	}
	return &File{File: f, Size: stamp.Size, Stamp: stamp}, nil
}

// refusal wraps the errors of the reader in [ErrRefused].
func refusal(path string, err error) error {
	switch {
	case errors.Is(err, source.ErrNotRegular) && source.KindOf(path) == source.IsFolder:
		return fmt.Errorf("%w: %w: %w", ErrRefused, ErrFolder, err)
	case errors.Is(err, source.ErrNotRegular), errors.Is(err, source.ErrTooLarge), errors.Is(err, source.ErrOutside):
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// Read returns the contents and the stamp of a regular file of at most limit bytes.
func (o Opener) Read(path string, limit int64) ([]byte, source.Stamp, error) {
	f, err := o.Open(path, limit)
	if err != nil {
		return nil, source.Stamp{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = refusal(path, fmt.Errorf("read %s: %w", path, source.ErrTooLarge))
	}
	return data, f.Stamp, err
}

// Names returns the names of at most limit entries of a folder, sorted. A missing folder
// has none.
func (o Opener) Names(dir string, limit int) ([]string, error) {
	if source.KindOf(dir) != source.IsFolder {
		return nil, nil
	}
	if !o.Roots.Allows(dir) {
		return nil, fmt.Errorf("read %s: %w: %w", dir, ErrRefused, source.ErrOutside)
	}
	entries, err := source.List(dir)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, min(len(entries), limit))
	for _, e := range entries[:min(len(entries), limit)] {
		names = append(names, e.Name)
	}
	return names, nil
}
