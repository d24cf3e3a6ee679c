package layout

import (
	"crypto/sha256"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// Disk reads files outside the known files of a project. It records a probe for each read,
// except in the standard library and the module cache, whose folders are immutable. It is safe
// for concurrent use.
type Disk struct {
	ReadKnown func(rel string) (string, bool)
	MayRead   func(path string) bool // reports whether another path may be read
	immutable []string               // immutable folders
	installed []string               // folders of the toolchain and immutable folders

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
	d := &Disk{ReadKnown: p.Read, MayRead: p.MayRead, probes: map[probeKey]*observation{}}
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

// allowed reports whether a path may be read.
func (d *Disk) allowed(name string) bool {
	return slices.ContainsFunc(d.installed, func(dir string) bool { return IsInside(dir, name) }) ||
		d.MayRead(filepath.FromSlash(name))
}

// Read returns the text of a file, or false.
func (d *Disk) Read(name string) (string, bool) {
	if !d.allowed(name) {
		return "", false
	}
	probe := source.NewProbe(filepath.FromSlash(name), source.AspectContent)
	text, ok := readFile(name)
	d.record(name, probe, contentDigest(text, ok), ok)
	return text, ok
}

// IsDir reports whether a path is a folder.
func (d *Disk) IsDir(name string) bool {
	if !d.allowed(name) {
		return false
	}
	probe := source.NewProbe(filepath.FromSlash(name), source.AspectKind)
	info, err := os.Stat(filepath.FromSlash(name))
	ok := err == nil && info.IsDir()
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
		if currentDigest(key) != p.digest {
			return false
		}
		p.probe = probe
	}
	return true
}

// currentDigest returns the digest of the current content.
func currentDigest(key probeKey) [sha256.Size]byte {
	info, err := os.Stat(filepath.FromSlash(key.path))
	isDir := err == nil && info.IsDir()
	switch {
	case key.aspect == source.AspectKind:
		return contentDigest("", isDir)
	case isDir:
		return contentDigest(strings.Join(listGoFiles(key.path), "/"), true)
	default:
		return contentDigest(readFile(key.path))
	}
}

func contentDigest(text string, ok bool) [sha256.Size]byte {
	if !ok {
		return [sha256.Size]byte{}
	}
	return sha256.Sum256([]byte(text))
}

func readFile(name string) (string, bool) {
	data, reason := source.ReadRegular(filepath.FromSlash(name))
	return string(data), reason == ""
}

func listGoFiles(dir string) []string {
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			names = append(names, name)
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
