package project

import (
	"cmp"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// maxWarnings bounds the number of warnings about configurations.
const maxWarnings = 20

// configWarnings formats the problems of the configurations, sorted and without
// duplicates: several configurations can extend the same file.
func configWarnings(configs map[string]*config, fs *FileSystem) []string {
	type place struct {
		file string
		line int
		text string
	}
	var found []place
	for _, c := range configs {
		if c == nil {
			continue
		}
		for _, p := range c.Problems() {
			if root := Absolute(fs.root, ""); root != "/" { // warnings contain no absolute paths of the project
				p.Message = strings.ReplaceAll(p.Message, root, "")
			}
			file, inside := fs.Relative(p.File)
			if !inside {
				file = p.File
			}
			found = append(found, place{file, p.Line, facts.Warning(file, p.Line, p.Message)})
		}
	}
	slices.SortFunc(found, func(a, b place) int {
		return cmp.Or(strings.Compare(a.file, b.file), a.line-b.line, strings.Compare(a.text, b.text))
	})
	var out []string
	for _, p := range slices.Compact(found) {
		out = append(out, p.text)
	}
	return out[:min(len(out), maxWarnings)]
}

// config is a parsed configuration.
type config struct {
	*tsgo.Config
	path     string
	includes map[string]bool // absolute paths
}
