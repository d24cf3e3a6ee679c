package python

import (
	"maps"
	"slices"
)

// importers maps a file to the files that depend on it through an import.
type importers map[string][]string

// replace replaces the dependencies of a file.
func (im importers) replace(path string, old, now []string) {
	if slices.Equal(old, now) {
		return
	}
	for _, d := range old {
		im[d] = slices.DeleteFunc(im[d], func(p string) bool { return p == path })
	}
	for _, d := range now {
		im[d] = append(im[d], path)
	}
}

// closure adds to a set of files all files that depend on them, directly or indirectly.
func (im importers) closure(files map[string]bool) {
	list := slices.Collect(maps.Keys(files))
	for i := 0; i < len(list); i++ {
		for _, p := range im[list[i]] {
			if !files[p] {
				files[p] = true
				list = append(list, p)
			}
		}
	}
}
