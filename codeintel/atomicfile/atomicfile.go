// Package atomicfile replaces files whole: whoever reads one sees the old content
// or the new one, and so does whoever reads it after the process was killed. What a
// killed process can leave behind is a hidden file called .<name>.*.tmp beside it.
package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Why a file is not replaced.
var (
	ErrChanged    = errors.New("it has changed meanwhile")
	ErrReadOnly   = errors.New("it is read-only")
	ErrNotRegular = errors.New("it is no regular file")
	ErrHardLinks  = errors.New("it has several hard links")
	ErrOwner      = errors.New("its owner cannot be kept")
)

// Write gives a file a content, and makes it where there is none. A file that is
// there keeps its mode; a new one gets perm.
func Write(path string, data []byte, perm fs.FileMode) error {
	return write(path, data, perm, true)
}

// WriteNoSync is Write for what can be made again: it does not wait until all is on
// disk, so that a crash of the system, though not of the process, can leave any content.
func WriteNoSync(path string, data []byte, perm fs.FileMode) error {
	return write(path, data, perm, false)
}

// IsTemporary reports the name of what a killed process left of a file whose name
// ends so.
func IsTemporary(name, ending string) bool {
	name, ok := strings.CutSuffix(name, temporary)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return ok && strings.HasPrefix(name, ".") && strings.HasSuffix(name, ending)
}

// temporary ends the names of files that are being written.
const temporary = ".tmp"

func write(path string, data []byte, perm fs.FileMode, sync bool) error {
	if info, err := os.Lstat(path); err == nil {
		if !info.Mode().IsRegular() {
			return fmt.Errorf("write %s: %w", filepath.Base(path), ErrNotRegular)
		}
		perm = info.Mode().Perm()
	}
	return put(path, data, perm, sync, func(string) error { return nil })
}

// Replace gives a file another content, if it still has the old one. It keeps
// mode and owner, follows no link, and leaves alone what is read-only or known by
// several names, of which it would change one.
func Replace(path string, old, data []byte) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return ErrNotRegular
	case info.Mode().Perm()&0o222 == 0:
		return ErrReadOnly
	case links(info) > 1:
		return ErrHardLinks
	}
	return put(path, data, info.Mode(), true, func(temp string) error {
		if err := keepOwner(temp, info); err != nil {
			return ErrOwner
		}
		now, err := os.Lstat(path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !os.SameFile(info, now) || info.Mode() != now.Mode() || !bytes.Equal(content, old) {
			return ErrChanged
		}
		return nil
	})
}

// put writes a temporary file beside path and renames it once all of it is written,
// with sync on disk, and check has nothing against it.
func put(path string, data []byte, mode fs.FileMode, sync bool, check func(temp string) error) (err error) {
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*"+temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // perhaps it is already
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = check(f.Name()); err != nil {
		return err
	}
	// After the owner is set, which takes bits of the mode away.
	if err = f.Chmod(mode); err != nil {
		return err
	}
	if sync {
		if err = f.Sync(); err != nil {
			return err
		}
	}
	if err = f.Close(); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	if sync {
		syncFolder(folder)
	}
	return nil
}

// syncFolder makes the new name last. Some file systems cannot; the content is
// whole either way.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
