//go:build !linux

package source

import (
	"io/fs"
	"os"
)

func stat(path string) lookedAt { return looked(os.Stat(path)) }

func lstat(path string) lookedAt { return looked(os.Lstat(path)) }

// looked has only size and modification time: the fields for change time and inode
// differ between systems.
func looked(info fs.FileInfo, err error) lookedAt {
	if err != nil {
		return lookedAt{}
	}
	return lookedAt{
		stamp:  Stamp{Size: info.Size(), MTime: info.ModTime().UnixNano(), Dir: info.IsDir()},
		exists: true, regular: info.Mode().IsRegular(), link: info.Mode()&fs.ModeSymlink != 0,
	}
}
