package workspace

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"
)

// declaration is a workspace: a folder whose configuration lists the folders of packages
// that are installed together.
type declaration struct {
	dir       string // relative to the project
	patterns  []string
	overrides map[string]string
	copies    bool // file: dependencies are copied, not linked
}

// pnpmWorkspace is the part of a pnpm-workspace.yaml that name resolution needs.
type pnpmWorkspace struct {
	Packages  []string
	Overrides map[string]string
}

// declared returns the workspace that the configurations in a folder declare, or nil.
func (r *reader) declared(dir string) *declaration {
	m := r.packages[dir]
	if m == nil {
		m = &manifest{dir: dir}
	}
	d := &declaration{dir: dir, overrides: m.overrides}
	if text, ok := r.read(path.Join(dir, "pnpm-workspace.yaml")); ok {
		var w pnpmWorkspace
		_ = yaml.Unmarshal([]byte(text), &w) // malformed parts are ignored
		if d.copies = true; len(w.Overrides) > 0 {
			d.overrides = w.Overrides
		}
		if len(w.Packages) > 0 {
			d.patterns = w.Packages
			return d
		}
	}
	if len(m.workspaces) > 0 {
		d.patterns = m.workspaces
		return d
	}
	if text, ok := r.read(path.Join(dir, "lerna.json")); ok {
		l := struct{ Packages []string }{Packages: []string{"packages/*"}}
		_ = json.Unmarshal([]byte(text), &l)
		d.patterns = l.Packages
		return d
	}
	if c := r.deno[dir]; c != nil && len(c.workspaces) > 0 {
		d.patterns = c.workspaces
		return d
	}
	return nil
}

// members returns the packages of a workspace, sorted by folder, without its root.
func (r *reader) members(d *declaration) []*manifest {
	var all []*manifest
	for dir, m := range r.packages {
		if d.includes(dir) {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *manifest) int { return strings.Compare(a.dir, b.dir) })
	return all
}

// includes reports whether the patterns of the workspace match a folder of the project.
func (d *declaration) includes(dir string) bool {
	rel := dir
	if d.dir != "." {
		var below bool
		if rel, below = strings.CutPrefix(dir, d.dir+"/"); !below {
			return false
		}
	}
	included := false
	for _, p := range d.patterns {
		p, negated := strings.CutPrefix(p, "!")
		if ok, err := doublestar.Match(path.Clean(strings.TrimSuffix(p, "/")), rel); err == nil && ok {
			if negated {
				return false
			}
			included = true
		}
	}
	return included
}
