package tsgo

import (
	"github.com/microsoft/typescript-go/internal/bundled"
	"github.com/microsoft/typescript-go/internal/vfs"
	"github.com/microsoft/typescript-go/internal/vfs/cachedvfs"
	"github.com/microsoft/typescript-go/internal/vfs/osvfs"
)

// FileSystem gives the compiler access to files: to those that its owner knows, and through
// Looked to those on the disk. Its methods are called concurrently. Paths are absolute.
type FileSystem interface {
	// Known reports whether the owner has the content of a file.
	Known(path string) bool
	// Read returns the text of a known file.
	Read(path string) (text string, ok bool)
	// Version identifies the content of a known file; it is zero for all others.
	Version(path string) Version
	// Entries lists a folder that the owner knows. With ok false, the disk is read.
	Entries(dir string) (files, dirs []string, ok bool)
	// Looked is called before the compiler accesses a path on the disk. It reports whether
	// the access is allowed; otherwise the path does not exist for the compiler.
	Looked(path string, how Look) (may bool)
}

// Look is the kind of an access to a path on the disk. The program depends on its result.
type Look int

// The kinds of access.
const (
	LookExists Look = iota // test whether a file or folder exists
	LookRead               // read the content of a file or the entries of a folder
	LookReal               // resolve symbolic links
)

// Disk caches the compiler's accesses to files and folders, so that programs that share a
// Disk perform each access once. It is valid until one of these files or folders changes.
type Disk struct {
	fs    vfs.FS
	files FileSystem
}

// NewDisk returns a Disk with an empty cache.
func NewDisk(files FileSystem) *Disk {
	return &Disk{fs: cachedvfs.From(bundled.WrapFS(&hostFS{FS: osFS(), files: files})), files: files}
}

func osFS() vfs.FS { return osvfs.FS() }

// hostFS reads the owner's files, and otherwise the disk, after a call of Looked.
type hostFS struct {
	vfs.FS
	files FileSystem
}

func (h *hostFS) FileExists(path string) bool {
	if h.files.Known(path) {
		return true
	}
	return h.files.Looked(path, LookExists) && h.FS.FileExists(path)
}

func (h *hostFS) ReadFile(path string) (string, bool) {
	if h.files.Known(path) {
		return h.files.Read(path)
	}
	if !h.files.Looked(path, LookRead) {
		return "", false
	}
	return h.FS.ReadFile(path)
}

func (h *hostFS) DirectoryExists(path string) bool {
	return h.files.Looked(path, LookExists) && h.FS.DirectoryExists(path)
}

func (h *hostFS) GetAccessibleEntries(path string) vfs.Entries {
	if files, dirs, ok := h.files.Entries(path); ok {
		return vfs.Entries{Files: files, Directories: dirs}
	}
	if !h.files.Looked(path, LookRead) {
		return vfs.Entries{}
	}
	return h.FS.GetAccessibleEntries(path)
}

func (h *hostFS) Realpath(path string) string {
	if !h.files.Looked(path, LookReal) {
		return path
	}
	return h.FS.Realpath(path)
}
