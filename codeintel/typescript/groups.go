package typescript

import (
	"path"
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// group is a set of files that one configuration governs.
type group struct {
	dir     string  // folder of the configuration
	config  *config // nil if there is none
	options *tsgo.Options
	files   []string // relative to the project
}

// groupFiles assigns every file to the nearest tsconfig.json (or jsconfig.json)
// at or above it, within the project. A configuration that only refers to
// others (the usual layout of front-end templates) passes a file on to the one
// that includes it. The warnings tell what is wrong with the configurations.
func groupFiles(p *project) (groups []*group, warnings []string) {
	g := grouper{
		project: p, configs: p.fs.withFolders(),
		parsed: map[string]*config{}, groups: map[string]*group{},
	}
	for _, f := range p.files {
		key := g.governing(f)
		gr := g.groups[key]
		if gr == nil {
			gr = g.newGroup(key)
			g.groups[key] = gr
		}
		gr.files = append(gr.files, f)
	}
	out := make([]*group, 0, len(g.groups))
	for _, gr := range g.groups {
		out = append(out, gr)
	}
	slices.SortFunc(out, func(a, b *group) int { return slices.Compare(a.files, b.files) })
	return out, g.configWarnings(p.fs)
}

type grouper struct {
	project *project
	configs *configFiles
	parsed  map[string]*config // by absolute path
	groups  map[string]*group  // by absolute path of the configuration, "" for none
}

type config struct {
	*tsgo.Config
	path     string
	includes map[string]bool // absolute paths
}

// governing returns the absolute path of the configuration of a file, or "".
func (g *grouper) governing(file string) string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
			rel := path.Join(dir, name)
			if _, known := g.project.fs.known[rel]; !known {
				continue
			}
			if c := g.config(absolute(g.project.root, rel)); c != nil {
				return g.delegate(c, absolute(g.project.root, file))
			}
		}
		if dir == "." {
			return ""
		}
	}
}

// delegate returns the configuration that includes the file: c, or the first
// one c refers to, directly or not. If none does, c governs it all the same.
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

func (g *grouper) config(abs string) *config {
	if c, ok := g.parsed[abs]; ok {
		return c
	}
	var c *config
	if parsed := tsgo.ParseConfig(g.project.root, abs, g.configs); parsed != nil {
		c = &config{Config: parsed, path: abs, includes: map[string]bool{}}
		for _, f := range parsed.FileNames() {
			c.includes[f] = true
		}
	}
	g.parsed[abs] = c
	return c
}

func (g *grouper) newGroup(configPath string) *group {
	gr := &group{dir: g.project.root, options: &tsgo.Options{}}
	if c := g.parsed[configPath]; c != nil {
		gr.config, gr.dir, gr.options = c, path.Dir(configPath), c.Options()
		tsgo.EmulateBaseURL(gr.options)
	} else {
		tsgo.SetDefaults(gr.options)
	}
	tsgo.AllowJavaScript(gr.options)
	tsgo.IncludeAllTypes(gr.options)
	return gr
}

// referencesOf returns for every group what the others need to take its sources
// for what is built from them; nil for one without a configuration.
func referencesOf(p *project, groups []*group) []*tsgo.Reference {
	references := make([]*tsgo.Reference, len(groups))
	for i, g := range groups {
		if g.config == nil {
			continue
		}
		own := make(map[string]bool, len(g.files))
		for _, f := range g.files {
			own[absolute(p.root, f)] = true
		}
		references[i] = g.config.Reference(g.options, func(file string) bool { return own[file] })
	}
	return references
}

// others returns all references but the one at i.
func others(references []*tsgo.Reference, i int) []*tsgo.Reference {
	var out []*tsgo.Reference
	for j, r := range references {
		if j != i && r != nil {
			out = append(out, r)
		}
	}
	return out
}
