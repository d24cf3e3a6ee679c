package project

import (
	"path"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// Group is the set of files that one configuration governs.
type Group struct {
	Dir     string  // folder of the configuration
	config  *config // nil if there is none
	Options *tsgo.Options
	Files   []string // relative to the project
}

// GroupFiles assigns every file to the nearest tsconfig.json or jsconfig.json in its
// folder or a folder above, within the project. A configuration that only refers to
// other configurations passes a file on to the one that includes it. From then on, the
// compiler finds sources where a package.json names built files. warnings describe the
// problems of the configurations.
func GroupFiles(p *Project) (groups []*Group, warnings []string) {
	g := grouper{
		project: p, configs: p.FS.withFolders(),
		parsed: map[string]*config{}, groups: map[groupKey]*Group{},
	}
	for _, f := range p.Files {
		config := g.governingConfig(f)
		key := groupKey{config, hidesPackage(p, g.parsed[config], f)}
		gr := g.groups[key]
		if gr == nil {
			gr = g.newGroup(key)
			g.groups[key] = gr
		}
		gr.Files = append(gr.Files, f)
	}
	out := make([]*Group, 0, len(g.groups))
	for _, gr := range g.groups {
		out = append(out, gr)
	}
	slices.SortFunc(out, func(a, b *Group) int { return slices.Compare(a.Files, b.Files) })
	warnings = configWarnings(g.parsed, p.FS)
	p.replaceManifests(g.config)
	return out, warnings
}

// grouper assigns files to groups.
type grouper struct {
	project *Project
	configs *configFileSystem
	parsed  map[string]*config // by absolute path
	groups  map[groupKey]*Group
}

// groupKey identifies a group.
type groupKey struct {
	config string // absolute path, "" for none
	hides  bool   // its files hide packages, see hidesPackage
}

// governingConfig returns the absolute path of the configuration of a file, or "".
func (g *grouper) governingConfig(file string) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
			rel := path.Join(dir, name)
			if _, known := g.project.FS.known[rel]; !known {
				continue
			}
			if c := g.config(Absolute(g.project.Root, rel)); c != nil {
				return g.delegate(c, Absolute(g.project.Root, file))
			}
		}
		if dir == "." {
			return ""
		}
	}
}

// delegate returns the path of the configuration that includes the file: c or a
// configuration that c refers to, directly or not. If none includes it, the result is
// c.
func (g *grouper) delegate(c *config, file string) string {
	seen := map[string]bool{}
	var find func(c *config) string
	find = func(c *config) string {
		if c == nil || seen[c.path] {
			return ""
		}
		seen[c.path] = true
		if c.includes[file] {
			return c.path
		}
		for _, ref := range c.References() {
			if found := find(g.config(ref)); found != "" {
				return found
			}
		}
		return ""
	}
	if found := find(c); found != "" {
		return found
	}
	return c.path
}

// config returns a parsed configuration, or nil if it cannot be read.
func (g *grouper) config(abs string) *config {
	if c, ok := g.parsed[abs]; ok {
		return c
	}
	var c *config
	if parsed := tsgo.ParseConfig(g.project.Root, abs, g.configs); parsed != nil {
		c = &config{Config: parsed, path: abs, includes: map[string]bool{}}
		for _, f := range parsed.FileNames() {
			c.includes[f] = true
		}
	}
	g.parsed[abs] = c
	return c
}

// newGroup returns an empty group.
func (g *grouper) newGroup(key groupKey) *Group {
	gr := &Group{Dir: g.project.Root, Options: &tsgo.Options{}}
	if c := g.parsed[key.config]; c != nil {
		gr.Dir, gr.Options = path.Dir(key.config), c.Options()
		if !key.hides {
			gr.config = c
		}
		tsgo.EmulateBaseURL(gr.Options)
	} else {
		tsgo.SetDefaults(gr.Options)
	}
	tsgo.AllowJavaScript(gr.Options)
	tsgo.FollowLinks(gr.Options)
	tsgo.IncludeAllTypes(gr.Options)
	return gr
}

// References returns one project reference per group, by which other groups use its
// sources instead of its build output. It is nil for a group without a configuration.
func References(p *Project, groups []*Group) []*tsgo.Reference {
	references := make([]*tsgo.Reference, len(groups))
	for i, g := range groups {
		if g.config == nil {
			continue
		}
		own := make(map[string]bool, len(g.Files))
		for _, f := range g.Files {
			own[Absolute(p.Root, f)] = true
		}
		references[i] = g.config.Reference(g.Options, func(file string) bool { return own[file] })
	}
	return references
}

// OtherReferences returns all references that are not nil, except the one at index i.
func OtherReferences(references []*tsgo.Reference, i int) []*tsgo.Reference {
	var out []*tsgo.Reference
	for j, r := range references {
		if j != i && r != nil {
			out = append(out, r)
		}
	}
	return out
}
