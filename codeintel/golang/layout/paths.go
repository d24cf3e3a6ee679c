package layout

import "strings"

// IsInside reports whether a path is below parent.
func IsInside(parent, name string) bool {
	rel, ok := RelativeTo(parent, name)
	return ok && rel != "."
}

// IsVendored reports whether a file belongs to a package in a vendor folder.
func IsVendored(path string) bool {
	dir, _ := Split(path)
	return strings.Contains("/"+dir, "/vendor/")
}

// Split returns the folder of a path ("." for none) and its last element.
func Split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ".", path
	}
	return path[:i], path[i+1:]
}

// RelativeTo returns dir relative to parent, "." for parent itself, and whether it is below
// parent.
func RelativeTo(parent, dir string) (string, bool) {
	if dir == parent {
		return ".", true
	}
	return strings.CutPrefix(dir, strings.TrimSuffix(parent, "/")+"/")
}

// isStandardPath reports whether an import path has no domain, like those of the standard
// library and of some private modules.
func isStandardPath(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}
