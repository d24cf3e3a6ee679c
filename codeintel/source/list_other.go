//go:build !linux

package source

import (
	"io/fs"
	"os"
)

// readFolder returns the entries of a folder, and its stamp from before the read.
func readFolder(path string) (entries []entry, look statResult, err error) {
	look = stat(path)
	list, err := os.ReadDir(path)
	for _, e := range list {
		kind := fileEntry
		switch {
		case e.IsDir():
			kind = folderEntry
		case e.Type()&fs.ModeSymlink != 0:
			kind = linkEntry
		case !e.Type().IsRegular():
			kind = otherEntry
		}
		entries = append(entries, entry{e.Name(), kind})
	}
	return entries, look, err
}
