package layout

import (
	"crypto/sha256"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Disk reads files outside the known files of a project. It records a probe (see [source.Probe])
// for each read, except in the standard library and the module cache, whose folders are
// immutable. It is safe for concurrent use.
type Disk struct {
	ReadKnown func(rel string) (string, bool)
	Roots     source.Roots // folders of other paths that may be read
	root      string       // of the project
	immutable []string     // immutable folders
	installed []string     // folders of the toolchain and immutable folders

	mu         sync.Mutex
	probes     map[probeKey]*observation
	unreported []probeKey // probes not returned yet
}

// probeKey identifies a probe.
type probeKey struct {
	path   string
	aspect source.Aspect
}

// observation is a probe and the digest of the result of the read. The stamp of a probe may
// change while the digest does not.
type observation struct {
	probe  source.Probe
	digest [sha256.Size]byte
}

// NewDisk returns a disk for a project. goRoot and cache are the folders of the Go installation
// and of the module cache, or "".
func NewDisk(p *facts.Project, goRoot, cache string) *Disk {
	d := &Disk{ReadKnown: p.Read, Roots: p.Roots, root: p.Root, probes: map[probeKey]*observation{}}
	if goRoot != "" {
		d.immutable = append(d.immutable, path.Join(goRoot, "src"))
		d.installed = append(d.installed, goRoot)
	}
	if cache != "" {
		d.immutable = append(d.immutable, cache)
		d.installed = append(d.installed, cache)
	}
	return d
}

// allowed reports whether a path may be read. If a link in the project leads outside, its target
// is recorded, because the link may change.
func (d *Disk) allowed(name string) bool {
	if d.isInstalled(name) || d.Roots.Allows(filepath.FromSlash(name)) {
		return true
	}
	if IsInside(d.root, name) {
		probe := source.NewProbe(filepath.FromSlash(name), source.AspectReal)
		probe.Refuse(source.ReasonOutside)
		d.record(name, probe, realDigest(name), false)
	}
	return false
}

func realDigest(name string) [sha256.Size]byte {
	real, err := filepath.EvalSymlinks(filepath.FromSlash(name))
	return contentDigest(real, err == nil)
}

// isInstalled reports whether a path is in the folders of the toolchain.
func (d *Disk) isInstalled(name string) bool {
	return slices.ContainsFunc(d.installed, func(dir string) bool { return IsInside(dir, name) })
}

// Read returns the text of a file, or false.
func (d *Disk) Read(name string) (string, bool) {
	if !d.allowed(name) {
		return "", false
	}
	data, probe, err := d.rootsOf(name).ReadProbed(filepath.FromSlash(name), maxBytes(name))
	d.record(name, probe, contentDigest(string(data), err == nil), err == nil)
	return string(data), err == nil
}

// rootsOf returns the folders in which a path must lie when it is read.
func (d *Disk) rootsOf(name string) source.Roots {
	if d.isInstalled(name) {
		return source.Roots{}
	}
	return d.Roots
}

func maxBytes(name string) int64 {
	if strings.HasSuffix(name, ".go") {
		return source.MaxFileBytes
	}
	return source.MaxConfigBytes
}

// IsDir reports whether a path is a folder.
func (d *Disk) IsDir(name string) bool {
	if !d.allowed(name) {
		return false
	}
	probe := source.NewProbe(filepath.FromSlash(name), source.AspectKind)
	ok := source.KindOf(filepath.FromSlash(name)) == source.IsFolder
	d.record(name, probe, contentDigest("", ok), ok)
	return ok
}

// GoFiles lists the Go files of a folder, except tests.
func (d *Disk) GoFiles(dir string) []string {
	if !d.allowed(dir) {
		return nil
	}
	probe := source.NewProbe(filepath.FromSlash(dir), source.AspectContent)
	names := listGoFiles(dir)
	d.record(dir, probe, contentDigest(strings.Join(names, "/"), true), true)
	return names
}

// record stores a probe that was taken before reading, so that a change in between is noticed.
// It ignores existing files in immutable folders.
func (d *Disk) record(name string, p source.Probe, digest [sha256.Size]byte, exists bool) {
	if exists && slices.ContainsFunc(d.immutable, func(dir string) bool { return IsInside(dir, name) }) {
		return
	}
	key := probeKey{name, p.Aspect}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, seen := d.probes[key]; !seen {
		d.probes[key] = &observation{p, digest}
		d.unreported = append(d.unreported, key)
	}
}

// Unchanged reports whether every earlier read would have the same result now. It replaces a
// probe if only its stamp changed.
func (d *Disk) Unchanged() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	for key, p := range d.probes {
		if p.probe.Holds() {
			continue
		}
		probe := source.NewProbe(p.probe.Path, key.aspect)
		if d.currentDigest(key) != p.digest {
			return false
		}
		p.probe = probe
	}
	return true
}

// currentDigest returns the digest of the current content.
func (d *Disk) currentDigest(key probeKey) [sha256.Size]byte {
	isDir := source.KindOf(filepath.FromSlash(key.path)) == source.IsFolder
	switch {
	case key.aspect == source.AspectReal:
		return realDigest(key.path)
	case key.aspect == source.AspectKind:
		return contentDigest("", isDir)
	case isDir:
		return contentDigest(strings.Join(listGoFiles(key.path), "/"), true)
	default:
		data, _, err := d.rootsOf(key.path).ReadProbed(filepath.FromSlash(key.path), maxBytes(key.path))
		return contentDigest(string(data), err == nil)
	}
}

func contentDigest(text string, ok bool) [sha256.Size]byte {
	if !ok {
		return [sha256.Size]byte{}
	}
	return sha256.Sum256([]byte(text))
}

func listGoFiles(dir string) []string {
	entries, err := source.List(filepath.FromSlash(dir))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.Kind != source.IsFolder && strings.HasSuffix(e.Name, ".go") && !strings.HasSuffix(e.Name, "_test.go") {
			names = append(names, e.Name)
		}
	}
	return names
}

// Probes returns all probes. [Disk.NewProbes] returns the probes recorded since the last call
// of either method.
func (d *Disk) Probes() []source.Probe {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unreported = nil
	out := make([]source.Probe, 0, len(d.probes))
	for _, p := range d.probes {
		out = append(out, p.probe)
	}
	return out
}

// NewProbes returns the probes recorded since the last call of NewProbes or [Disk.Probes].
func (d *Disk) NewProbes() []source.Probe {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []source.Probe
	for _, key := range d.unreported {
		out = append(out, d.probes[key].probe)
	}
	d.unreported = nil
	return out
}
