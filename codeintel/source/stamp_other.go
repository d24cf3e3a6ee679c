//go:build !linux

package source

import (
	"io/fs"
	"os"
)

func stat(path string) statResult { return looked(os.Stat(path)) }

func lstat(path string) statResult { return looked(os.Lstat(path)) }

// looked sets only size and modification time, because the fields for change time and inode
// differ between systems.
func looked(info fs.FileInfo, err error) statResult {
	if err != nil {
		return statResult{}
	}
	return statResult{
		stamp:  Stamp{Size: info.Size(), MTime: info.ModTime().UnixNano(), Dir: info.IsDir()},
		exists: true, regular: info.Mode().IsRegular(), link: info.Mode()&fs.ModeSymlink != 0,
	}
}
