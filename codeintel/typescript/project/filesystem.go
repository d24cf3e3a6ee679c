package project

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// FileSystem implements [tsgo.FileSystem]. It reads the files of the project through the
// caller's functions, and records every access to other files as a probe. It is safe for
// concurrent use, except for Rebind.
type FileSystem struct {
	root    string
	known   map[string]facts.Digest
	read    func(rel string) (string, bool)
	mayRead func(path string) bool

	mu     sync.Mutex
	seen   map[probeKey]bool
	probes []source.Probe // in order of access
}

// probeKey identifies a probe.
type probeKey struct {
	path string
	how  tsgo.Look
}

// folder holds the base names of the files and folders in a folder.
type folder struct{ files, dirs []string }

// NewFileSystem returns the file system of a project.
func NewFileSystem(p *facts.Project) *FileSystem {
	return &FileSystem{root: p.Root, known: p.Known, read: p.Read, mayRead: p.MayRead, seen: map[probeKey]bool{}}
}

// Rebind switches to a newer version of the project. undo switches back. Neither may
// run concurrently with other methods.
func (f *FileSystem) Rebind(p *facts.Project) (undo func()) {
	known, read, may := f.known, f.read, f.mayRead
	f.known, f.read, f.mayRead = p.Known, p.Read, p.MayRead
	return func() { f.known, f.read, f.mayRead = known, read, may }
}

// withFolders returns a file system whose folders contain the files of the project
// only. Reading a configuration lists folders for its include patterns. Listing from
// memory is exact and fast, and new files outside of the project do not invalidate it.
func (f *FileSystem) withFolders() *configFileSystem {
	folders := map[string]*folder{f.root: {}}
	var add func(dir string) *folder
	add = func(dir string) *folder {
		d := folders[dir]
		if d == nil {
			d = &folder{}
			folders[dir] = d
			parent := add(path.Dir(dir))
			parent.dirs = append(parent.dirs, path.Base(dir))
		}
		return d
	}
	for rel := range f.known {
		abs := Absolute(f.root, rel)
		d := add(path.Dir(abs))
		d.files = append(d.files, path.Base(abs))
	}
	return &configFileSystem{FileSystem: f, folders: folders}
}

// Relative returns a path relative to the root. ok is false if the path is not below
// the root.
func (f *FileSystem) Relative(abs string) (string, bool) {
	return strings.CutPrefix(abs, strings.TrimSuffix(f.root, "/")+"/")
}

// Absolute joins the root and a relative path. The root can be "/".
func Absolute(root, rel string) string { return strings.TrimSuffix(root, "/") + "/" + rel }

// Known implements [tsgo.FileSystem].
func (f *FileSystem) Known(abs string) bool {
	rel, ok := f.Relative(abs)
	if ok {
		_, ok = f.known[rel]
	}
	return ok
}

// Version implements [tsgo.FileSystem].
func (f *FileSystem) Version(abs string) tsgo.Version {
	rel, ok := f.Relative(abs)
	if !ok {
		return tsgo.Version{}
	}
	return tsgo.Version(f.known[rel])
}

// Read implements [tsgo.FileSystem].
func (f *FileSystem) Read(abs string) (string, bool) {
	rel, ok := f.Relative(abs)
	if !ok {
		return "", false
	}
	return f.read(rel)
}

// Entries implements [tsgo.FileSystem].
func (f *FileSystem) Entries(string) (files, dirs []string, ok bool) { return nil, nil, false }

// Looked implements [tsgo.FileSystem]. It records a probe and reports whether the
// access is allowed.
func (f *FileSystem) Looked(abs string, how tsgo.Look) bool {
	if !f.mayRead(abs) && (how == tsgo.LookRead || !source.Within(path.Clean(abs), f.root)) {
		return false // in folders above the project, only names may be read
	}
	key := probeKey{abs, how}
	f.mu.Lock()
	seen := f.seen[key]
	f.mu.Unlock()
	if seen {
		return true
	}
	probe := source.NewProbe(abs, aspectOf(how))
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.seen[key] {
		f.seen[key] = true
		f.probes = append(f.probes, probe)
	}
	return true
}

func aspectOf(how tsgo.Look) source.Aspect {
	switch how {
	case tsgo.LookRead:
		return source.AspectContent
	case tsgo.LookReal:
		return source.AspectReal
	default:
		return source.AspectKind
	}
}

// ProbesSince returns all probes except the first n.
func (f *FileSystem) ProbesSince(n int) []source.Probe {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.probes[n:])
}

// Unchanged reports whether every recorded probe would have the same result now.
func (f *FileSystem) Unchanged() bool {
	for i := range f.probes {
		if !f.probes[i].Holds() {
			return false
		}
	}
	return true
}

// configFileSystem is a FileSystem that lists folders from memory.
type configFileSystem struct {
	*FileSystem
	folders map[string]*folder
}

// Entries implements [tsgo.FileSystem].
func (f *configFileSystem) Entries(dir string) (files, dirs []string, ok bool) {
	if d := f.folders[strings.TrimSuffix(dir, "/")]; d != nil {
		return d.files, d.dirs, true
	}
	return nil, nil, true
}
