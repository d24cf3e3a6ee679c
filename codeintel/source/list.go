package source

import (
	"path/filepath"
	"slices"
	"strings"
)

// entry is one entry of a folder as the file system lists it.
type entry struct {
	name string
	kind entryKind
}

type entryKind uint8

const (
	fileEntry entryKind = iota
	folderEntry
	linkEntry
	otherEntry // a device, a pipe, a socket, or removed in the meantime
)

func kindOf(look statResult) entryKind {
	switch {
	case look.link:
		return linkEntry
	case look.stamp.Dir:
		return folderEntry
	case look.regular:
		return fileEntry
	}
	return otherEntry
}

// Kind is the kind of a path after links are followed.
type Kind uint8

// The kinds of paths.
const (
	Missing   Kind = iota // it does not exist or is a broken link
	IsFile                // a regular file
	IsFolder              // a folder
	IsSpecial             // a device, a pipe or a socket
)

// KindOf returns the kind of a path.
func KindOf(path string) Kind { return stat(path).kind() }

func (look statResult) kind() Kind {
	switch {
	case !look.exists:
		return Missing
	case look.stamp.Dir:
		return IsFolder
	case look.regular:
		return IsFile
	}
	return IsSpecial
}

// Entry is one entry of a folder.
type Entry struct {
	Name string
	Kind Kind // after links are followed
	Link bool
}

// List returns the entries of a folder, sorted by name. It does not wait if the path is that of
// a pipe or a device.
func List(folder string) ([]Entry, error) {
	found, _, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	out := make([]Entry, len(found))
	for i, e := range found {
		out[i] = Entry{Name: e.name, Link: e.kind == linkEntry}
		switch e.kind {
		case fileEntry:
			out[i].Kind = IsFile
		case folderEntry:
			out[i].Kind = IsFolder
		case linkEntry:
			out[i].Kind = KindOf(filepath.Join(folder, e.name))
		case otherEntry:
			out[i].Kind = IsSpecial
		}
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}
