package tsgo

import "github.com/microsoft/typescript-go/internal/vfs"

// linkedFS resolves the links of the owner of the files, which are not on the disk.
type linkedFS struct {
	vfs.FS
	files FileSystem
}

func (l *linkedFS) FileExists(path string) bool { return l.FS.FileExists(l.files.Target(path)) }

func (l *linkedFS) ReadFile(path string) (string, bool) { return l.FS.ReadFile(l.files.Target(path)) }

func (l *linkedFS) DirectoryExists(path string) bool {
	return l.files.HasLinks(path) || l.FS.DirectoryExists(l.files.Target(path))
}

func (l *linkedFS) GetAccessibleEntries(path string) vfs.Entries {
	return l.FS.GetAccessibleEntries(l.files.Target(path))
}

func (l *linkedFS) Realpath(path string) string { return l.FS.Realpath(l.files.Target(path)) }
