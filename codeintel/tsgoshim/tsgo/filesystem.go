package tsgo

import (
	"io/fs"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/microsoft/typescript-go/internal/bundled"
	"github.com/microsoft/typescript-go/internal/vfs"
	"github.com/microsoft/typescript-go/internal/vfs/cachedvfs"
	"github.com/microsoft/typescript-go/internal/vfs/osvfs"
)

// FileSystem gives the compiler access to files: to those that its owner knows, and to those on
// the disk. The compiler opens no file itself. The methods are called concurrently. Paths are
// absolute. A path that the owner does not allow does not exist for the compiler.
type FileSystem interface {
	// Known reports whether the owner has the content of a file.
	Known(path string) bool
	// Read returns the text of a known file.
	Read(path string) (text string, ok bool)
	// Version identifies the content of a known file; it is zero for all others.
	Version(path string) Version
	// Entries lists a folder that the owner knows. If ok is false, the compiler lists the folder on
	// the disk instead.
	Entries(dir string) (files, dirs []string, ok bool)
	// Target returns the path without the links of the owner, which are not on the disk.
	Target(path string) string
	// HasLinks reports whether a folder contains links of the owner, directly or not.
	HasLinks(dir string) bool

	// IsFile reports whether a path on the disk is a regular file, after links are followed.
	IsFile(path string) bool
	// IsFolder reports whether a path on the disk is a folder, after links are followed.
	IsFolder(path string) bool
	// ReadDisk returns the content of a file on the disk, which may begin with a byte order mark.
	ReadDisk(path string) (content []byte, ok bool)
	// List returns the entries of a folder on the disk, sorted by name.
	List(dir string) []Entry
	// RealPath follows the symbolic links of a path. It returns a path that does not exist unchanged.
	RealPath(path string) string
}

// Entry is an entry of a folder: a file or a folder, after links are followed.
type Entry struct {
	Name         string
	Folder, Link bool
}

// Disk caches the compiler's accesses to files and folders, so that programs that share a
// Disk perform each access once. It is valid until one of these files or folders changes.
type Disk struct {
	fs    vfs.FS
	files FileSystem
}

// NewDisk returns a Disk with an empty cache.
func NewDisk(files FileSystem) *Disk {
	return &Disk{fs: cachedvfs.From(bundled.WrapFS(newHostFS(files))), files: files}
}

func newHostFS(files FileSystem) vfs.FS {
	return &linkedFS{FS: &hostFS{files}, files: files}
}

// hostFS is the compiler's file system. It has no other access to the disk than files, and
// writes nothing.
type hostFS struct{ files FileSystem }

func (h *hostFS) UseCaseSensitiveFileNames() bool { return caseSensitive() }

// caseSensitive reports whether names of files that differ only in case are different.
func caseSensitive() bool { return osvfs.FS().UseCaseSensitiveFileNames() }

func (h *hostFS) FileExists(path string) bool { return h.files.Known(path) || h.files.IsFile(path) }

func (h *hostFS) ReadFile(path string) (string, bool) {
	if h.files.Known(path) {
		return h.files.Read(path)
	}
	content, ok := h.files.ReadDisk(path)
	return decode(content), ok
}

// decode returns the text of a file in UTF-8 or UTF-16, without its byte order mark.
func decode(content []byte) string {
	text := string(content)
	switch {
	case strings.HasPrefix(text, "\xff\xfe"):
		return decodeUTF16(text[2:], 0)
	case strings.HasPrefix(text, "\xfe\xff"):
		return decodeUTF16(text[2:], 1)
	}
	return strings.TrimPrefix(text, "\xef\xbb\xbf")
}

// decodeUTF16 decodes UTF-16. low is the index of the low byte in each unit.
func decodeUTF16(text string, low int) string {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = uint16(text[2*i+low]) | uint16(text[2*i+1-low])<<8
	}
	return string(utf16.Decode(units))
}

func (h *hostFS) DirectoryExists(path string) bool { return h.files.IsFolder(path) }

func (h *hostFS) GetAccessibleEntries(path string) vfs.Entries {
	if files, dirs, ok := h.files.Entries(path); ok {
		return vfs.Entries{Files: files, Directories: dirs}
	}
	found := vfs.Entries{Symlinks: map[string]struct{}{}}
	for _, e := range h.files.List(path) {
		if e.Link {
			found.Symlinks[e.Name] = struct{}{}
		}
		if e.Folder {
			found.Directories = append(found.Directories, e.Name)
		} else {
			found.Files = append(found.Files, e.Name)
		}
	}
	return found
}

func (h *hostFS) Realpath(path string) string { return h.files.RealPath(path) }

// Stat implements [vfs.FS]. Loading a program does not use it.
func (h *hostFS) Stat(string) vfs.FileInfo { return nil }

// WalkDir implements [vfs.FS]. Loading a program does not use it.
func (h *hostFS) WalkDir(root string, _ vfs.WalkDirFunc) error {
	return &fs.PathError{Op: "walk", Path: root, Err: vfs.ErrPermission}
}

// WriteFile implements [vfs.FS].
func (h *hostFS) WriteFile(path, _ string) error { return readOnly("write", path) }

// AppendFile implements [vfs.FS].
func (h *hostFS) AppendFile(path, _ string) error { return readOnly("append", path) }

// Remove implements [vfs.FS].
func (h *hostFS) Remove(path string) error { return readOnly("remove", path) }

// Chtimes implements [vfs.FS].
func (h *hostFS) Chtimes(path string, _, _ time.Time) error { return readOnly("chtimes", path) }

func readOnly(op, path string) error {
	return &fs.PathError{Op: op, Path: path, Err: vfs.ErrPermission}
}
