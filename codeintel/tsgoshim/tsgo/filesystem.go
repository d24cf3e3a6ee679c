package tsgo

import (
	"github.com/microsoft/typescript-go/internal/bundled"
	"github.com/microsoft/typescript-go/internal/vfs"
	"github.com/microsoft/typescript-go/internal/vfs/cachedvfs"
	"github.com/microsoft/typescript-go/internal/vfs/osvfs"
)

// FileSystem stands between the compiler and the disk. Its methods are called
// concurrently.
type FileSystem interface {
	// Known reports a file the owner has at hand.
	Known(path string) bool
	// Read returns the text of a known file.
	Read(path string) (text string, ok bool)
	// Version identifies the content of a known file; zero for all others.
	Version(path string) Version
	// Entries lists a folder the owner knows; nil leaves it to the disk.
	Entries(dir string) (files, dirs []string, ok bool)
	// Looked hears of every path the compiler is about to look at on the disk, and
	// reports whether it may: what it may not look at is not there.
	Looked(path string, how Look) (may bool)
}

// Look is how the compiler used a path: the answer to its question decides
// what the program became.
type Look int

// The ways of looking.
const (
	LookExists Look = iota // is there a file, is there a folder
	LookRead               // what does the file, or the folder's listing, hold
	LookReal               // where does it lead when links are followed
)

// Disk answers the compiler's questions about files and folders and remembers
// the answers: programs that share one ask each question once. It holds as long
// as the answers do.
type Disk struct {
	fs    vfs.FS
	files FileSystem
}

// NewDisk returns a disk that has been asked nothing yet.
func NewDisk(files FileSystem) *Disk {
	return &Disk{fs: cachedvfs.From(bundled.WrapFS(&hostFS{FS: osFS(), files: files})), files: files}
}

func osFS() vfs.FS { return osvfs.FS() }

// hostFS answers from the owner's files first and reports what it asks the disk.
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
