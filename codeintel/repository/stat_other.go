//go:build !linux

package repository

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lstat returns the state of a path. It does not follow a link. It returns no time of the last
// change of the status and no inode, because their fields differ between systems.
func lstat(path string) (stat, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return stat{}, nil
	}
	if err != nil {
		return stat{}, err
	}
	s := stat{exists: true, size: info.Size(), mtime: info.ModTime().UnixNano()}
	switch mode := info.Mode(); {
	case mode.IsDir():
		s.mode = ModeFolder
	case mode&fs.ModeSymlink != 0:
		s.mode = ModeLink
	case mode.IsRegular() && mode&0o100 != 0:
		s.mode = ModeExecutable
	case mode.IsRegular():
		s.mode = ModeFile
	}
	return s, nil
}
