package source

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
