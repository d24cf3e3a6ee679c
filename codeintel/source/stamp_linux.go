package source

import (
	"io/fs"
	"syscall"
)

func systemStamp(info fs.FileInfo) (ctime int64, inode uint64) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return st.Ctim.Nano(), st.Ino
}
