package layout

import "strings"

func IsInside(parent, name string) bool {
	rel, ok := RelativeTo(parent, name)
	return ok && rel != "."
}

// IsVendored reports a file of a package below a vendor folder.
func IsVendored(path string) bool {
	dir, _ := Split(path)
	return strings.Contains("/"+dir, "/vendor/")
}

// Split cuts a path into its folder, "." for none, and its name.
func Split(path string) (dir, name string) {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ".", path
	}
	return path[:i], path[i+1:]
}

// RelativeTo returns dir relative to another it lies in, "." for itself.
func RelativeTo(parent, dir string) (string, bool) {
	if dir == parent {
		return ".", true
	}
	return strings.CutPrefix(dir, strings.TrimSuffix(parent, "/")+"/")
}

// isStandardPath reports a path without a domain: only the standard library, and
// modules that are not meant for others, have such.
func isStandardPath(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(first, ".")
}
