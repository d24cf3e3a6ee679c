// Package files opens the files of a git repository. Every file is regular, bounded and in an
// allowed place, so that a hostile repository cannot block or bloat the process.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// ErrRefused is returned for a path that is not a regular file, that lies outside of the roots,
// or that is too large.
var ErrRefused = errors.New("refused")

// ErrFolder is returned, with [ErrRefused], for a path that is a folder.
var ErrFolder = errors.New("a folder")

// Opener opens files below its roots. It is safe for concurrent use.
type Opener struct {
	Roots source.Roots
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
	stamp, _ := source.StampOf(path) // taken before the contents are read
	info, err := os.Stat(path)       // opening a pipe would wait for a writer
	if err != nil {
		return nil, err
	}
	if err := check(path, info, limit); err != nil {
		return nil, err
	}
	if !o.Roots.Allows(path) {
		return nil, fmt.Errorf("open %s: %w: it lies outside of the allowed folders", path, ErrRefused)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil { // the path may have been replaced
		err = check(path, info, limit)
	}
	if err != nil {
		_ = f.Close() // nothing was written
		return nil, err
	}
	return &File{File: f, Size: info.Size(), Stamp: stamp}, nil
}

func check(path string, info fs.FileInfo, limit int64) error {
	switch {
	case info.IsDir():
		return fmt.Errorf("open %s: %w: %w", path, ErrRefused, ErrFolder)
	case !info.Mode().IsRegular():
		return fmt.Errorf("open %s: %w: not a regular file", path, ErrRefused)
	case info.Size() > limit:
		return fmt.Errorf("open %s: %w: larger than %d bytes", path, ErrRefused, limit)
	}
	return nil
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
		err = fmt.Errorf("read %s: %w: larger than %d bytes", path, ErrRefused, limit)
	}
	return data, f.Stamp, err
}

// Names returns the names of at most limit entries of a folder, in any order. A missing folder
// has none.
func (o Opener) Names(dir string, limit int) ([]string, error) {
	info, err := os.Stat(dir) // opening a pipe would wait for a writer
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !o.Roots.Allows(dir) {
		return nil, fmt.Errorf("read %s: %w: it lies outside of the allowed folders", dir, ErrRefused)
	}
	f, err := os.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(limit)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return names, err
}
