package layout

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// folderKeys are the keys of pyproject.toml and setup.cfg, and the arguments in
// setup.py, whose strings name folders that module names start from: package-dir
// of setuptools, where of its finder, from of Poetry, sources of Hatch, python-source
// of Maturin, pythonpath of pytest.
var folderKeys = regexp.MustCompile(
	`(?m)(?:\bpackage[-_]dir\s*=|\bwhere\s*=|\bfrom\s*=|\bsources\s*=|\bpython-source\s*=|\bpythonpath\s*=|\bfind_(?:namespace_)?packages\(\s*["']|^\s*""\s*=)([^\n]*(?:\n[ \t]+=[^\n]*)?)`,
)

var folderNames = regexp.MustCompile(`["'=\s]([A-Za-z0-9_.][\w./-]*)["'\s]?`)

// ConfiguredRoots returns the folders, relative to the project's root, that a
// configuration names as the start of module names.
func ConfiguredRoots(file, text string) []string {
	var out []string
	for _, m := range folderKeys.FindAllStringSubmatch(text, -1) {
		line, _, _ := strings.Cut(m[1], "#")
		if i := strings.IndexAny(line, "]})"); i >= 0 {
			line = line[:i]
		}
		for _, name := range folderNames.FindAllStringSubmatch(" "+line+" ", -1) {
			if dir := path.Join(path.Dir(file), name[1]); !slices.Contains(out, dir) {
				out = append(out, dir)
			}
		}
	}
	return out
}

// IsSetup reports a source file that governs where modules are, too.
func IsSetup(file string) bool { return path.Base(file) == "setup.py" }
