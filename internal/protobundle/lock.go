package protobundle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// lockFile is the file, in the target, that a run locks while it writes. It exists only during a run. If a
// killed run leaves it behind, it does not block later runs.
const lockFile = ".coderefd-proto.lock"

// lock prevents other processes and goroutines from writing a bundle to root until unlock is called. It does not
// wait: it fails if another run holds the lock or has just released it. unlock removes the lock file.
func lock(root *os.Root) (unlock func() error, err error) {
	f, err := root.OpenFile(lockFile, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := acquire(root, f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		// The file is removed while it is locked: a run that opened it before and locks it afterwards
		// sees that its name is gone.
		return errors.Join(root.Remove(lockFile), f.Close())
	}, nil
}

// acquire locks f, which must be the file that has the name lockFile.
func acquire(root *os.Root, f *os.File) error {
	busy := fmt.Errorf("another run is writing a bundle to %s; repeat the command when that run has ended", root.Name())
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return busy
	}
	if err != nil {
		return &fs.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
	locked, err := f.Stat()
	if err != nil {
		return err
	}
	named, err := root.Lstat(lockFile)
	switch {
	case errors.Is(err, fs.ErrNotExist): // the other run removed it
		return busy
	case err != nil:
		return err
	case !named.Mode().IsRegular() || named.Size() > 0:
		return fmt.Errorf(
			"%s contains %s, which is not a lock file of an earlier run; remove it or choose another target folder",
			root.Name(), lockFile,
		)
	case !os.SameFile(locked, named): // a third run created it again
		return busy
	}
	return nil
}
