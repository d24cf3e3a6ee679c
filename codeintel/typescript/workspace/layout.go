package workspace

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Layout describes the packages of a project. All paths are relative to the project. It is
// immutable.
type Layout struct {
	Packages     map[string]bool            // names of the packages in the project
	Dependencies map[string]map[string]bool // names of the dependencies of each package, by its folder
	// Links are the folders below node_modules that an installation would make links, with
	// the folders of the packages that they lead to.
	Links map[string]string
	// Manifests are the texts of the package.json files that describe the packages of Deno.
	// They are not on the disk.
	Manifests map[string]string
	folders   []string // of the package.json files in the project, sorted
}

// reader reads the manifests of a project.
type reader struct {
	project  *facts.Project
	packages map[string]*manifest // by folder, those of Deno included
	deno     map[string]*denoConfig
}

// IsConfig reports whether a file describes a package or a workspace.
func IsConfig(rel string) bool {
	switch path.Base(rel) {
	case "package.json", "pnpm-workspace.yaml", "lerna.json", "deno.json", "deno.jsonc":
		return true
	}
	return false
}

// Read reads the manifests of a project.
func Read(p *facts.Project) *Layout {
	r := &reader{project: p, packages: map[string]*manifest{}, deno: map[string]*denoConfig{}}
	l := &Layout{
		Packages: map[string]bool{}, Dependencies: map[string]map[string]bool{}, Manifests: map[string]string{},
	}
	folders := map[string]bool{}
	for rel := range p.Known {
		if !IsConfig(rel) {
			continue
		}
		dir := path.Dir(rel)
		folders[dir] = true
		text, _ := r.read(rel)
		switch path.Base(rel) {
		case "package.json":
			r.packages[dir] = parsePackage(dir, text)
			l.folders = append(l.folders, dir)
		case "deno.json", "deno.jsonc":
			r.deno[dir] = parseDeno(dir, text)
		}
	}
	slices.Sort(l.folders)
	for dir, c := range r.deno {
		if r.packages[dir] == nil {
			r.packages[dir] = &c.manifest
			if c.name != "" {
				l.Manifests[path.Join(dir, "package.json")] = c.packageJSON()
			}
		}
	}
	for dir, m := range r.packages {
		if m.name != "" {
			l.Packages[m.name] = true
		}
		l.Dependencies[dir] = r.listed(m)
	}
	l.Links = r.links(folders)
	return l
}

// listed returns the names of all dependencies of a package.
func (r *reader) listed(m *manifest) map[string]bool {
	listed := map[string]bool{}
	lists := []map[string]string{m.dependencies, m.peers}
	if c := r.deno[m.dir]; c != nil {
		lists = append(lists, c.external())
	}
	for _, list := range lists {
		for name := range list {
			listed[strings.TrimSuffix(name, "/")] = true
		}
	}
	return listed
}

// read returns the text of a file of the project, if it exists.
func (r *reader) read(rel string) (string, bool) {
	if _, known := r.project.Known[rel]; !known {
		return "", false
	}
	return r.project.Read(rel)
}

// PackageName returns the package of a specifier or of a path in node_modules: a for a/b/c,
// @s/p for @s/p/q.
func PackageName(specifier string) string {
	parts := strings.SplitN(specifier, "/", 3)
	if strings.HasPrefix(specifier, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}
