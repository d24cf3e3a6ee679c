package source

import (
	"maps"
	"path"
	"slices"
)

// FoldersOf returns the root (".") and the folders that contain files at any depth, sorted. The
// paths are relative to the root, with slashes.
func FoldersOf(files []string) []string {
	found := map[string]bool{".": true}
	for _, file := range files {
		for dir := path.Dir(file); !found[dir]; dir = path.Dir(dir) {
			found[dir] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
