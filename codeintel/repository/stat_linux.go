package repository

import (
	"io/fs"
	"syscall"
)

// changed returns the time of the last change of a file's status in nanoseconds, and its inode.
func changed(info fs.FileInfo) (ctime int64, inode uint64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ctim.Nano(), st.Ino
	}
	return 0, 0
}
