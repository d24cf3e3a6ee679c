package project

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/workspace"
)

// replaceManifests replaces, for the compiler, the built files that each package.json names by
// their sources. parse returns a configuration by its absolute path, or nil.
func (p *Project) replaceManifests(parse func(abs string) *config) {
	fs := p.FS
	configs := map[string][]string{} // by folder
	for rel := range fs.known {
		name := path.Base(rel)
		if strings.HasPrefix(name, "tsconfig") && strings.HasSuffix(name, ".json") || name == "jsconfig.json" {
			configs[path.Dir(rel)] = append(configs[path.Dir(rel)], rel)
		}
	}
	files := &facts.Project{Root: p.Root, Files: p.Files, Known: fs.known, Read: fs.read}
	fs.replaced = p.SourceManifests(files, func(dir string) (all []workspace.Output) {
		slices.Sort(configs[dir])
		for _, rel := range configs[dir] {
			if c := parse(Absolute(p.Root, rel)); c != nil {
				all = append(all, fs.outputs(c)...)
			}
		}
		return all
	})
}

// outputs returns the outputs of a configuration that are within the project.
func (f *FileSystem) outputs(c *config) (all []workspace.Output) {
	dirs, root := c.Outputs()
	sources, inside := f.Relative(root + "/")
	for _, dir := range dirs {
		if built, below := f.Relative(dir); below && inside {
			all = append(all, workspace.Output{Built: path.Clean(built), Sources: path.Clean(sources)})
		}
	}
	return all
}
