package project

import (
	"path"
	"path/filepath"
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
	root  string
	known map[string]facts.Digest
	read  func(rel string) (string, bool)
	roots source.Roots

	packages map[string]bool   // names of the packages of the project
	onDisk   sync.Map          // by absolute path of a folder in node_modules, the folder that it links to, or ""
	links    map[string]string // folder by path of the link to it that an installation would make; absolute
	linked   map[string]bool   // absolute paths of the folders above links, up to node_modules
	replaced map[string]string // texts for the compiler instead of those of the project, by relative path

	mu     sync.Mutex
	seen   map[probeKey]bool
	probes []source.Probe // in order of access
}

// probeKey identifies a probe.
type probeKey struct {
	path   string
	aspect source.Aspect
}

// folder holds the base names of the files and folders in a folder.
type folder struct{ files, dirs []string }

// NewFileSystem returns the file system of a project.
func NewFileSystem(p *facts.Project) *FileSystem {
	return &FileSystem{root: p.Root, known: p.Known, read: p.Read, roots: p.Roots, seen: map[probeKey]bool{}}
}

// Rebind switches to a newer version of the project. undo switches back. Neither may
// run concurrently with other methods.
func (f *FileSystem) Rebind(p *facts.Project) (undo func()) {
	known, read, roots, packages := f.known, f.read, f.roots, f.packages
	links, linked, replaced := f.links, f.linked, f.replaced
	f.known, f.read, f.roots = p.Known, p.Read, p.Roots
	return func() {
		f.known, f.read, f.roots, f.packages = known, read, roots, packages
		f.links, f.linked, f.replaced = links, linked, replaced
	}
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
	if !ok {
		return false
	}
	_, known := f.known[rel]
	_, replaced := f.replaced[rel]
	return known || replaced
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
	if text, replaced := f.replaced[rel]; replaced {
		return text, true
	}
	return f.read(rel)
}

// Entries implements [tsgo.FileSystem].
func (f *FileSystem) Entries(string) (files, dirs []string, ok bool) { return nil, nil, false }

// IsFile implements [tsgo.FileSystem].
func (f *FileSystem) IsFile(abs string) bool {
	return f.observe(abs, source.AspectKind) && source.KindOf(abs) == source.IsFile
}

// IsFolder implements [tsgo.FileSystem].
func (f *FileSystem) IsFolder(abs string) bool {
	return f.observe(abs, source.AspectKind) && source.KindOf(abs) == source.IsFolder
}

// ReadDisk implements [tsgo.FileSystem].
func (f *FileSystem) ReadDisk(abs string) ([]byte, bool) {
	if !f.allowed(abs, source.AspectContent) {
		return nil, false
	}
	limit := int64(source.MaxFileBytes)
	if strings.HasSuffix(abs, ".json") {
		limit = source.MaxConfigBytes
	}
	data, probe, err := f.roots.ReadProbed(abs, limit)
	f.add(probe)
	return data, err == nil
}

// List implements [tsgo.FileSystem].
func (f *FileSystem) List(abs string) []tsgo.Entry {
	if !f.observe(abs, source.AspectContent) {
		return nil
	}
	found, err := source.List(abs)
	if err != nil {
		return nil
	}
	var out []tsgo.Entry
	for _, e := range found {
		if e.Kind == source.IsFile || e.Kind == source.IsFolder {
			out = append(out, tsgo.Entry{Name: e.Name, Folder: e.Kind == source.IsFolder, Link: e.Link})
		}
	}
	return out
}

// RealPath implements [tsgo.FileSystem].
func (f *FileSystem) RealPath(abs string) string {
	if !f.observe(abs, source.AspectReal) {
		return abs
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return abs
	}
	return filepath.ToSlash(real)
}

// observe records a probe and reports whether the access is allowed.
func (f *FileSystem) observe(abs string, aspect source.Aspect) bool {
	if !f.allowed(abs, aspect) {
		return false
	}
	f.mu.Lock()
	seen := f.seen[probeKey{abs, aspect}]
	f.mu.Unlock()
	if !seen {
		f.add(source.NewProbe(abs, aspect))
	}
	return true
}

// add records a probe, unless there is one of the same path and aspect.
func (f *FileSystem) add(probe source.Probe) {
	key := probeKey{probe.Path, probe.Aspect}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.seen[key] {
		f.seen[key] = true
		f.probes = append(f.probes, probe)
	}
}

// allowed reports whether a path may be accessed. In folders above the project, only names may
// be read. If a link in the project leads outside, its target is recorded, because the link may
// change.
func (f *FileSystem) allowed(abs string, aspect source.Aspect) bool {
	if f.roots.Allows(abs) {
		return true
	}
	clean := path.Clean(abs)
	if source.Within(f.root, clean) {
		probe := source.NewProbe(abs, source.AspectReal)
		probe.Refuse(source.ReasonOutside)
		f.add(probe)
	}
	return aspect != source.AspectContent && source.Within(clean, f.root)
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
