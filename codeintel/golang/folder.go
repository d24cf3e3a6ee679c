package golang

import (
	"path"
	"slices"
	"strings"
)

// folder is the Go files of one folder of the project.
type folder struct {
	dir   string  // relative to the root, "." for the root
	files []*file // sorted by path
}

// importable reports a folder that holds more than tests.
func (d *folder) importable() bool {
	return d != nil && slices.ContainsFunc(d.files, func(f *file) bool { return !f.test })
}

// world is what a package is seen from: the build's platform, and the folder
// whose own tests are part of its package, as they are for the external tests of
// that folder; "" for none.
type world struct {
	platform platform
	tests    string
}

// isPart reports a file that belongs to a package under a platform; tests are
// part of it only if asked for.
func (f *file) isPart(name string, p platform, tests bool) bool {
	return !f.broken && f.name == name && (tests || !f.test) && f.condition.holds(p)
}

// packageName returns the name of the package that a folder is imported as, "" if
// it has none: the name most of its files have that are no programs.
func (d *folder) packageName(p platform) string {
	count := map[string]int{}
	for _, f := range d.files {
		if !f.broken && !f.test && f.condition.holds(p) {
			count[f.name]++
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

// sources returns the files a package consists of in a world.
func (d *folder) sources(name string, w world) []*file {
	var out []*file
	for _, f := range d.files {
		if f.isPart(name, w.platform, w.tests == d.dir) {
			out = append(out, f)
		}
	}
	return out
}

// externalTests returns the tests of a folder that are a package of their own.
func (d *folder) externalTests(p platform) []*file {
	return slices.DeleteFunc(slices.Clone(d.files), func(f *file) bool {
		return !f.test || !f.isPart(f.name, p, true) || !d.isExternal(f, p)
	})
}

// isExternal reports a test that sees its folder's package from outside.
func (d *folder) isExternal(f *file, p platform) bool {
	return f.test && strings.HasSuffix(f.name, "_test") && d.packageName(p) != f.name
}

// hasTests reports files that the external tests of a folder see beside those
// everybody sees.
func (d *folder) hasTests(name string, p platform) bool {
	return slices.ContainsFunc(d.files, func(f *file) bool { return f.test && f.isPart(name, p, true) })
}

// representative returns the file that stands for a package as a whole: doc.go if
// there is one, else the first that is no test.
func (d *folder) representative() *file {
	var first *file
	for _, f := range d.files {
		switch {
		case f.test:
		case path.Base(f.path) == "doc.go":
			return f
		case first == nil:
			first = f
		}
	}
	if first == nil {
		return d.files[0]
	}
	return first
}

// unit is what is type-checked together so that facts can be taken from it: a
// package with its own tests, the external tests of a folder, or a single file
// that is part of no build.
type unit struct {
	dir      string
	name     string
	external bool  // tests: the package is another than the folder's
	alone    *file // the only file, or nil
	world    world
}

// unitOf returns the unit that a file's facts are taken from.
func (a *project) unitOf(f *file) unit {
	if f.alone {
		return unit{dir: f.dir, name: f.name, alone: f, world: world{platform: a.host}}
	}
	d, p := a.folders[f.dir], f.platform
	u := unit{dir: f.dir, name: f.name, world: world{platform: p}}
	if d.isExternal(f, p) {
		u.external = true
		if d.hasTests(strings.TrimSuffix(f.name, "_test"), p) {
			u.world.tests = f.dir
		}
	}
	return u
}

// filesOf returns the files of a unit. Those that the host's build has not come
// first: where two declare the same name, theirs is what they mean.
func (a *project) filesOf(u unit) []*file {
	d := a.folders[u.dir]
	if u.alone != nil {
		if u.alone.name == "main" || u.alone.name != d.packageName(a.host) {
			return []*file{u.alone}
		}
		return append([]*file{u.alone}, d.sources(u.name, world{platform: a.host})...)
	}
	var other, common []*file
	for _, f := range d.files {
		switch {
		case !f.isPart(u.name, u.world.platform, true) || u.external && !f.test:
		case f.condition.holds(a.host):
			common = append(common, f)
		default:
			other = append(other, f)
		}
	}
	return append(other, common...)
}
