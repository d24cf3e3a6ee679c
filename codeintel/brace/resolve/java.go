package resolve

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// javaResolver finds classes by the folders of their packages.
type javaResolver struct {
	*Project
	folders map[string][]string // by the last element of their path
	in      map[string][]string // the files of each folder
}

// Java are the [Rules] of Java.
func Java(p *Project) Resolver {
	r := javaResolver{p, map[string][]string{}, map[string][]string{}}
	for source := range p.sources {
		dir, _ := split(source)
		if r.in[dir] == nil {
			_, last := split(dir)
			r.folders[last] = append(r.folders[last], dir)
		}
		r.in[dir] = append(r.in[dir], source)
	}
	return r
}

// Resolve implements [Resolver].
func (r javaResolver) Resolve(_ string, u *syntax.Use) Target {
	parts := strings.Split(u.Path, ".")
	if u.Name != "*" {
		parts = append(parts, u.Name)
	}
	for n := len(parts); n > 0; n-- { // the class a.b.C, then the class a.b with the member C
		found := r.endingIn(strings.Join(parts[:n], "/") + ".java")
		switch {
		case len(found) == 1:
			return Target{file: found[0], name: r.member(found[0], strings.Join(parts[n-1:], "."), parts[n-1])}
		case len(found) > 1:
			return ambiguous(found)
		}
	}
	if u.Name != "*" {
		parts = parts[:len(parts)-1]
	}
	files, known := r.inPackage(parts)
	switch {
	case known && u.Name == "*":
		return ambiguous(files)
	case known:
		return Target{}
	case u.Name == "*":
		return Target{external: u.Path}
	}
	return Target{external: u.Path + "#" + u.Name}
}

// member returns full, the qualified name of an imported member, if the file declares it.
// Otherwise it returns class.
func (r javaResolver) member(file, full, class string) string {
	if r.declares(file, full) {
		return full
	}
	return class
}

// inPackage returns the files of a package, sorted; known reports whether the project
// has the package.
func (r javaResolver) inPackage(parts []string) (files []string, known bool) {
	suffix := strings.Join(parts, "/")
	for _, dir := range r.folders[parts[len(parts)-1]] {
		if dir == suffix || strings.HasSuffix(dir, "/"+suffix) {
			files, known = append(files, r.in[dir]...), true
		}
	}
	slices.Sort(files)
	return files, known
}
