package repository

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"time"
)

// stat is the state of a path of the work tree, without its content.
type stat struct {
	exists bool
	mode   Mode // 0 for a device, pipe or socket
	size   int64
	mtime  int64 // nanoseconds
	ctime  int64 // nanoseconds; 0 if the system does not report it
	inode  uint64
}

// regular reports whether the path is a regular file.
func (s *stat) regular() bool { return s.mode == ModeFile || s.mode == ModeExecutable }

// lstat returns the state of a path. It does not follow a link.
func lstat(path string) (stat, error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return stat{}, nil
	}
	if err != nil {
		return stat{}, err
	}
	s := stat{exists: true, size: info.Size(), mtime: info.ModTime().UnixNano()}
	s.ctime, s.inode = changed(info)
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

// granularity is longer than the resolution of file times on the common file systems.
const granularity = 50 * time.Millisecond

// unmodified reports whether an index entry proves that a file is as it was added. A file that
// was added shortly before the index was written may have changed without a new time.
func (e *indexEntry) unmodified(s stat, indexTime int64) bool {
	switch {
	case e.size != uint32(s.size) || !e.mtime.equals(s.mtime):
		return false
	case s.ctime != 0 && !e.ctime.equals(s.ctime):
		return false
	case s.inode != 0 && e.inode != 0 && e.inode != uint32(s.inode):
		return false
	}
	resolution := granularity
	if e.mtime.nanos == 0 {
		resolution = time.Second
	}
	return s.mtime+int64(resolution) < indexTime
}

// equals compares a time of the index with one of a file. Without nanoseconds, it compares the
// seconds.
func (t indexTime) equals(nanos int64) bool {
	const second = int64(time.Second)
	if t.seconds != uint32(nanos/second) {
		return false
	}
	return t.nanos == 0 || int64(t.nanos) == nanos%second
}
