package brace

import (
	"path"
	"slices"
	"strings"
)

// maxMaybe bounds the files that an import may lead to.
const maxMaybe = 100

// ending returns the source files whose path ends in one, sorted.
func (a *analyzer) ending(suffix string) []string {
	_, name := split(suffix)
	var out []string
	for _, p := range a.byName[name] {
		if p == suffix || strings.HasSuffix(p, "/"+suffix) {
			out = append(out, p)
		}
	}
	return out
}

// nativeRules finds includes.
type nativeRules struct{ *analyzer }

func newNativeResolver(a *analyzer) resolver { return nativeRules{a} }

// resolve implements [resolver]: beside the file that includes; where include
// folders lie, no file tells.
func (r nativeRules) resolve(from string, u *use) lead {
	dir, _ := split(from)
	spec := strings.ReplaceAll(u.path, `\`, "/")
	if beside := path.Join(dir, spec); !u.system && r.sources[beside] {
		return lead{file: beside}
	}
	if maybe := r.ending(strings.TrimLeft(path.Clean("/"+spec), "/")); len(maybe) > 0 {
		return lead{maybe: maybe[:min(len(maybe), maxMaybe)]}
	}
	if u.system {
		return lead{external: spec}
	}
	return lead{}
}

// javaRules finds classes by their packages' folders.
type javaRules struct {
	*analyzer
	folders map[string][]string // by the last part of their path
	in      map[string][]string // files of a folder
}

func newJavaResolver(a *analyzer) resolver {
	r := javaRules{a, map[string][]string{}, map[string][]string{}}
	for p := range a.sources {
		dir, _ := split(p)
		if r.in[dir] == nil {
			_, last := split(dir)
			r.folders[last] = append(r.folders[last], dir)
		}
		r.in[dir] = append(r.in[dir], p)
	}
	return r
}

// resolve implements [resolver].
func (r javaRules) resolve(_ string, u *use) lead {
	parts := strings.Split(u.path, ".")
	if u.name != "*" {
		parts = append(parts, u.name)
	}
	for n := len(parts); n > 0; n-- { // a.b.C, and what C holds
		found := r.ending(strings.Join(parts[:n], "/") + ".java")
		switch {
		case len(found) == 1:
			return lead{file: found[0], name: r.member(found[0], strings.Join(parts[n-1:], "."), parts[n-1])}
		case len(found) > 1:
			return lead{maybe: found[:min(len(found), maxMaybe)]}
		}
	}
	if u.name != "*" {
		parts = parts[:len(parts)-1]
	}
	maybe, known := r.inPackage(parts)
	switch {
	case known && u.name == "*":
		return lead{maybe: maybe}
	case known:
		return lead{}
	case u.name == "*":
		return lead{external: u.path}
	}
	return lead{external: u.path + "#" + u.name}
}

// member returns the name under which a file declares what is imported from it.
func (r javaRules) member(file, full, class string) string {
	if f := r.files[file]; f != nil {
		if _, ok := f.top[full]; ok {
			return full
		}
	}
	return class
}

// inPackage returns the files of a package.
func (r javaRules) inPackage(parts []string) (files []string, known bool) {
	suffix := strings.Join(parts, "/")
	for _, dir := range r.folders[parts[len(parts)-1]] {
		if dir == suffix || strings.HasSuffix(dir, "/"+suffix) {
			files, known = append(files, r.in[dir]...), true
		}
	}
	slices.Sort(files)
	return files[:min(len(files), maxMaybe)], known
}

// csharpRules finds namespaces.
type csharpRules struct {
	*analyzer
	spaces map[string][]string // files by the namespaces they declare
}

func newCSharpResolver(a *analyzer) resolver {
	r := csharpRules{a, map[string][]string{}}
	for p, f := range a.files {
		for _, space := range f.spaces {
			r.spaces[space] = append(r.spaces[space], p)
		}
	}
	for _, files := range r.spaces {
		slices.Sort(files)
	}
	return r
}

// resolve implements [resolver]. A namespace is no file: which of the files that
// declare it is meant, the names that are used decide.
func (r csharpRules) resolve(_ string, u *use) lead {
	for _, space := range []string{u.path, u.path + "." + u.name, u.path[:max(strings.LastIndexByte(u.path, '.'), 0)]} {
		if files := r.spaces[space]; len(files) > 0 {
			return lead{maybe: files[:min(len(files), maxMaybe)]}
		}
	}
	if u.name == "*" {
		return lead{external: u.path}
	}
	return lead{external: u.path + "#" + u.name}
}
