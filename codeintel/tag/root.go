package tag

import (
	"os"
	"path/filepath"
	"slices"
)

// ProjectRoot returns the folder to which paths in tags are relative: the nearest
// folder above a path that is under version control or has a CodeRef index; otherwise
// the nearest with a package manifest; otherwise the folder of the path. It does not
// return folders that are not allowed.
func ProjectRoot(path string, allowed func(folder string) bool) string {
	folder := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		folder = filepath.Dir(path)
	}
	for _, marks := range [][]string{
		{".git", ".hg", ".svn", ".jj", ".coderef", ".coderef-index.json", "coderef-index.json"},
		{
			"go.mod", "package.json", "pyproject.toml", "setup.py", "Cargo.toml", "pom.xml", "build.gradle",
			"build.gradle.kts", "CMakeLists.txt", "tsconfig.json",
		},
	} {
		for at := folder; ; at = filepath.Dir(at) {
			if slices.ContainsFunc(marks, func(mark string) bool { return exists(filepath.Join(at, mark)) }) {
				return at
			}
			if at == filepath.Dir(at) || !allowed(filepath.Dir(at)) {
				break
			}
		}
	}
	return folder
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
