package project

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/golang/platform"
)

// folder contains the Go files of a folder.
type folder struct {
	dir   string  // relative to the root; "." for the root
	Files []*File // sorted by path
}

// importable reports whether the folder contains files other than tests.
func (d *folder) importable() bool {
	return d != nil && slices.ContainsFunc(d.Files, func(f *File) bool { return !f.IsTest })
}

// View selects the files of packages: by a platform, and by the folder whose internal tests
// are included. An external test sees the internal tests of its folder. Tests is "" if none
// are included.
type View struct {
	Platform platform.Platform
	Tests    string
}

// isPart reports whether a file belongs to a package on a platform, with or without tests.
func (f *File) isPart(name string, p platform.Platform, tests bool) bool {
	return !f.Broken && f.Name == name && (tests || !f.IsTest) && f.Condition.Matches(p)
}

// PackageName returns the name under which the folder is imported, or "": the most frequent
// package name except main.
func (d *folder) PackageName(p platform.Platform) string {
	count := map[string]int{}
	for _, f := range d.Files {
		if !f.Broken && !f.IsTest && f.Condition.Matches(p) {
			count[f.Name]++
		}
	}
	best := ""
	for name, n := range count {
		switch {
		case best == "", (name == "main") != (best == "main") && best == "main":
			best = name
		case name == "main" && best != "main":
		case n > count[best] || n == count[best] && name < best:
			best = name
		}
	}
	return best
}

// Sources returns the files of a package in a view.
func (d *folder) Sources(name string, w View) []*File {
	var out []*File
	for _, f := range d.Files {
		if f.isPart(name, w.Platform, w.Tests == d.dir) {
			out = append(out, f)
		}
	}
	return out
}

// ExternalTests returns the external tests of the folder.
func (d *folder) ExternalTests(p platform.Platform) []*File {
	return slices.DeleteFunc(slices.Clone(d.Files), func(f *File) bool {
		return !f.IsTest || !f.isPart(f.Name, p, true) || !d.isExternal(f, p)
	})
}

// isExternal reports whether a file is an external test.
func (d *folder) isExternal(f *File, p platform.Platform) bool {
	return f.IsTest && strings.HasSuffix(f.Name, "_test") && d.PackageName(p) != f.Name
}

// HasTests reports whether a package has internal tests on a platform.
func (d *folder) HasTests(name string, p platform.Platform) bool {
	return slices.ContainsFunc(d.Files, func(f *File) bool { return f.IsTest && f.isPart(name, p, true) })
}

// Representative returns the file that represents the package: doc.go, else the first file
// that is not a test.
func (d *folder) Representative() *File {
	var first *File
	for _, f := range d.Files {
		switch {
		case f.IsTest:
		case path.Base(f.Path) == "doc.go":
			return f
		case first == nil:
			first = f
		}
	}
	if first == nil {
		return d.Files[0]
	}
	return first
}
