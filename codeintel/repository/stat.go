package repository

import (
	"time"

	"github.com/coderef-system/coderefd/codeintel/source"
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

// equals reports whether a stamp is that of the same state. The stamp must have the time of the
// last change of the status, because it has no mode.
func (s *stat) equals(stamp source.Stamp) bool {
	return s.exists && s.size == stamp.Size && s.mtime == stamp.MTime && s.ctime == stamp.CTime && s.inode == stamp.Inode
}

// fresh reports whether the file may change without a change of its state, see
// [source.Stamp.Fresh].
func (s *stat) fresh(taken time.Time) bool {
	return source.Stamp{MTime: s.mtime, CTime: s.ctime}.Fresh(taken)
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
