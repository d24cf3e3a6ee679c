package brief

import (
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// maxReadings bounds the files to read first.
const maxReadings = 6

// introduce describes the purpose of the project, the commands to build and test it, and the files to read first.
func (b *builder) introduce() {
	b.brief.Purpose = b.projectPurpose()
	b.commands()
	read := func(file, reason string) {
		for _, r := range b.brief.ReadFirst {
			if r.Path == file {
				return
			}
		}
		if file != "" && len(b.brief.ReadFirst) < maxReadings {
			b.brief.ReadFirst = append(b.brief.ReadFirst, Reading{file, reason})
		}
	}
	for _, d := range []struct {
		reason string
		files  []string
	}{
		{"overview", readmeNames()},
		{"rules for contributors", []string{
			"CONTRIBUTING.md", "CONTRIBUTING.rst", ".github/CONTRIBUTING.md", ".github/contributing.md",
		}},
		{"architecture", []string{
			"ARCHITECTURE.md", "docs/ARCHITECTURE.md", "docs/architecture.md", "documentation/internal_architecture.md",
		}},
	} {
		for _, file := range d.files {
			if b.exists(file) {
				read(file, d.reason)
				break
			}
		}
	}
	if len(b.brief.EntryPoints) > 0 {
		read(b.brief.EntryPoints[0].File, "first entry point")
	}
	for _, k := range b.brief.KeyElements[:min(len(b.brief.KeyElements), 10)] {
		member := k.Element.Type == facts.Method || k.Element.Type == facts.Class
		if k.Element.Exported && member && !strings.Contains(k.Element.Name, "__") { // not helper functions
			read(k.Element.File, "declares the much used "+k.Element.Name)
		}
	}
}

// exists reports whether the project has a regular file of a name that may be read.
func (b *builder) exists(name string) bool {
	file := filepath.Join(b.snapshot.Root(), filepath.FromSlash(name))
	opened, err := b.snapshot.Roots().Open(file, source.MaxConfigBytes)
	if err != nil {
		return false
	}
	_ = opened.Close() // nothing was read
	return true
}

// projectPurpose returns what the README or a manifest says that the project is.
func (b *builder) projectPurpose() string {
	names := []string{b.name()}
	described := ""
	if p := b.mainPackage(); p != nil {
		names = append(names, p.Name, path.Base(p.Name))
		described = p.Description
	}
	if s := b.readme(".", names...); s != "" {
		return s
	}
	if described != "" {
		return described
	}
	if file := b.rootEntry(); file != "" {
		if s := b.purpose(path.Dir(file)); s != "" {
			return s
		}
	}
	return b.readme(".", "this project", "this repository", "this package", "this library")
}

// name returns the name of the project: that of its main package, without scope or host, or that of its folder.
func (b *builder) name() string {
	if p := b.mainPackage(); p != nil {
		return lastPart(p.Name)
	}
	return path.Base(b.snapshot.Root())
}

// lastPart returns the last part of a package name that is not a major version.
func lastPart(name string) string {
	if prefix, _, ok := module.SplitPathVersion(name); ok {
		name = prefix
	}
	return path.Base(name)
}

// mainPackage returns the package at the root, or else the only published npm package without
// a scope, or nil.
func (b *builder) mainPackage() *Package {
	var unscoped *Package
	several := false
	for i := range b.brief.Packages {
		p := &b.brief.Packages[i]
		switch {
		case p.Path == "." && (p.Kind != KindNPM || !p.Private):
			return p
		case p.Kind == KindNPM && !p.Private && !strings.HasPrefix(p.Name, "@"):
			several = several || unscoped != nil
			unscoped = p
		}
	}
	switch {
	case unscoped != nil && !several:
		return unscoped
	case len(b.brief.Packages) > 0 && b.brief.Packages[0].Path == ".":
		return &b.brief.Packages[0]
	default:
		return nil
	}
}

// rootEntry returns the first entry point in the folder of the main package, or "".
func (b *builder) rootEntry() string {
	for _, p := range b.brief.EntryPoints {
		if main := b.mainPackage(); main != nil && path.Dir(p.File) == main.Path {
			return p.File
		}
	}
	return ""
}
