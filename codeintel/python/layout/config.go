package layout

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// folderKeys matches the settings that name root folders of modules: package-dir and where of
// setuptools, from of Poetry, sources of Hatch, python-source of Maturin, pythonpath of
// pytest, and the arguments in setup.py.
var folderKeys = regexp.MustCompile(
	`(?m)(?:\bpackage[-_]dir\s*=|\bwhere\s*=|\bfrom\s*=|\bsources\s*=|\bpython-source\s*=|` +
		`\bpythonpath\s*=|\bfind_(?:namespace_)?packages\(\s*["']|^\s*""\s*=)([^\n]*(?:\n[ \t]+=[^\n]*)?)`,
)

var folderNames = regexp.MustCompile(`["'=\s]([A-Za-z0-9_.][\w./-]*)["'\s]?`)

// ConfiguredRoots returns the root folders of modules that a configuration file names,
// relative to the root of the project.
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

// IsSetup reports whether a source file configures root folders.
func IsSetup(file string) bool { return path.Base(file) == "setup.py" }
