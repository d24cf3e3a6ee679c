package project

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/golang/platform"
)

// folder is the Go files of one folder of the project.
type folder struct {
	dir   string  // relative to the root, "." for the root
	Files []*File // sorted by path
}

// importable reports a folder that holds more than tests.
func (d *folder) importable() bool {
	return d != nil && slices.ContainsFunc(d.Files, func(f *File) bool { return !f.IsTest })
}

// View is what a package is seen from: the build's platform, and the folder
// whose own tests are part of its package, as they are for the external tests of
// that folder; "" for none.
type View struct {
	Platform platform.Platform
	Tests    string
}

// isPart reports a file that belongs to a package under a platform; tests are
// part of it only if asked for.
func (f *File) isPart(name string, p platform.Platform, tests bool) bool {
	return !f.Broken && f.Name == name && (tests || !f.IsTest) && f.Condition.Matches(p)
}

// PackageName returns the name of the package that a folder is imported as, "" if
// it has none: the name most of its files have that are no programs.
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

// Sources returns the files a package consists of in a world.
func (d *folder) Sources(name string, w View) []*File {
	var out []*File
	for _, f := range d.Files {
		if f.isPart(name, w.Platform, w.Tests == d.dir) {
			out = append(out, f)
		}
	}
	return out
}

// ExternalTests returns the tests of a folder that are a package of their own.
func (d *folder) ExternalTests(p platform.Platform) []*File {
	return slices.DeleteFunc(slices.Clone(d.Files), func(f *File) bool {
		return !f.IsTest || !f.isPart(f.Name, p, true) || !d.isExternal(f, p)
	})
}

// isExternal reports a test that sees its folder's package from outside.
func (d *folder) isExternal(f *File, p platform.Platform) bool {
	return f.IsTest && strings.HasSuffix(f.Name, "_test") && d.PackageName(p) != f.Name
}

// HasTests reports files that the external tests of a folder see beside those
// everybody sees.
func (d *folder) HasTests(name string, p platform.Platform) bool {
	return slices.ContainsFunc(d.Files, func(f *File) bool { return f.IsTest && f.isPart(name, p, true) })
}

// Representative returns the file that stands for a package as a whole: doc.go if
// there is one, else the first that is no test.
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
