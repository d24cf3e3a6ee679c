package source

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Roots are the folders below which files may be read and written. The zero value
// allows all paths. Roots are safe for concurrent use.
type Roots struct {
	dirs []string // links resolved
}

// NewRoots returns the roots with the given paths. It is an error if a path is not absolute
// or is not that of an existing folder.
func NewRoots(paths []string) (Roots, error) {
	var r Roots
	for _, p := range paths {
		if !filepath.IsAbs(p) {
			return Roots{}, fmt.Errorf("root %q is not an absolute path", p)
		}
		real, err := filepath.EvalSymlinks(p)
		if err != nil {
			return Roots{}, fmt.Errorf("root %s: %w", p, err)
		}
		info, err := os.Stat(real)
		if err != nil {
			return Roots{}, fmt.Errorf("root %s: %w", p, err)
		}
		if !info.IsDir() {
			return Roots{}, fmt.Errorf("root %s: %w", p, ErrNotDirectory)
		}
		r.dirs = append(r.dirs, real)
	}
	return r, nil
}

// Limited reports whether there are any roots.
func (r Roots) Limited() bool { return len(r.dirs) > 0 }

// Allows reports whether an absolute path is below a root after all links are followed,
// including those above a part of the path that does not exist.
func (r Roots) Allows(path string) bool {
	if !r.Limited() {
		return true
	}
	real, err := resolve(filepath.Clean(path))
	return err == nil && r.contains(real)
}

// contains reports whether a real path is below a root.
func (r Roots) contains(real string) bool {
	return slices.ContainsFunc(r.dirs, func(dir string) bool { return Within(dir, real) })
}

// Within reports whether the clean absolute path is dir or below it, comparing only
// the paths.
func Within(dir, path string) bool {
	if path == dir {
		return true
	}
	return strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

// resolve follows the links of a path as far as it exists.
func resolve(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil || !errors.Is(err, os.ErrNotExist) {
		return real, err
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
		return "", fmt.Errorf("%s is a broken link: %w", path, os.ErrNotExist) // its future target is unknown
	}
	parent := filepath.Dir(path)
	if parent == path {
		return "", err
	}
	real, err = resolve(parent)
	return filepath.Join(real, filepath.Base(path)), err
}
