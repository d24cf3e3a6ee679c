// Package atomicfile replaces files atomically: a reader sees either the old contents or
// the new contents, even if the writing process is killed. A killed process may leave a
// hidden file called .<name>.*.tmp in the same folder.
package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/source"
)

// The reasons why a file is not replaced.
var (
	ErrChanged    = errors.New("file changed since it was read")
	ErrReadOnly   = errors.New("file is read-only")
	ErrNotRegular = errors.New("not a regular file")
	ErrHardLinks  = errors.New("file has several hard links")
	ErrOwner      = errors.New("cannot keep the owner of the file")
)

// Write sets the contents of a file and creates it if necessary. An existing file keeps its
// mode; a new file gets the mode perm.
func Write(path string, data []byte, perm fs.FileMode) error {
	return write(path, data, perm, true)
}

// WriteNoSync is Write for data that can be computed again. It does not wait for the disk:
// after a crash of the system the contents are undefined. After a crash of the process they are
// the old or the new contents.
func WriteNoSync(path string, data []byte, perm fs.FileMode) error {
	return write(path, data, perm, false)
}

// IsTemporary reports whether a name is that of a temporary file which a killed process
// left, for a file whose name ends in ending.
func IsTemporary(name, ending string) bool {
	name, ok := strings.CutSuffix(name, temporary)
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return ok && strings.HasPrefix(name, ".") && strings.HasSuffix(name, ending)
}

// temporary is the suffix of temporary files.
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

// Replace replaces the contents old of a file by data. It keeps mode and owner, and fails if
// the contents differ from old, or if the file is a symbolic link, is read-only, or has several
// hard links: the change would affect only one of them.
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
		content, err := source.Roots{}.ReadFile(path, int64(len(old)))
		if errors.Is(err, source.ErrTooLarge) {
			return ErrChanged
		}
		if err != nil {
			return err
		}
		if !os.SameFile(info, now) || info.Mode() != now.Mode() || !bytes.Equal(content, old) {
			return ErrChanged
		}
		return nil
	})
}

// put writes a temporary file next to path. It renames the file to path after the write, the
// check and, if sync is set, fsync have succeeded.
func put(path string, data []byte, mode fs.FileMode, sync bool, check func(temp string) error) (err error) {
	folder := filepath.Dir(path)
	f, err := os.CreateTemp(folder, "."+filepath.Base(path)+".*"+temporary)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close() // f may already be closed
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = check(f.Name()); err != nil {
		return err
	}
	// Chmod follows chown, because chown clears bits of the mode.
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

// syncFolder makes the rename durable. Errors are ignored, since some file systems do
// not support this and the contents are complete in either case.
func syncFolder(folder string) {
	if d, err := os.Open(folder); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
