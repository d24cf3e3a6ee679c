package workspace

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// links returns the links of an installation. folders are those that contain manifests.
func (r *reader) links(folders map[string]bool) map[string]string {
	links := map[string]string{}
	inside := map[string]bool{} // folders of the packages that are in a workspace
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		d := r.declared(dir)
		if d == nil {
			continue
		}
		members := r.members(d)
		for _, m := range members {
			inside[m.dir] = true
		}
		inside[dir] = true
		r.link(d, members, links)
	}
	for dir, m := range r.packages { // packages outside of a workspace refer to others by their folders only
		if !inside[dir] {
			r.link(&declaration{dir: dir}, []*manifest{m}, links)
		}
	}
	return links
}

// link adds the links of a workspace. Like npm, it links each member below the root, except
// those that some member takes from a registry: these it links, like pnpm, only in the
// packages whose manifests ask for them.
func (r *reader) link(d *declaration, members []*manifest, links map[string]string) {
	byName := map[string]*manifest{}
	for _, m := range members {
		if _, duplicate := byName[m.name]; duplicate {
			byName[m.name] = nil
		} else if m.name != "" {
			byName[m.name] = m
		}
	}
	users := members
	if root := r.packages[d.dir]; root != nil && !slices.Contains(members, root) {
		users = append(slices.Clip(users), root)
	}
	fromRegistry := map[string]bool{}
	type link struct{ user, name, to string }
	var own []link
	for _, user := range users {
		for name, specification := range user.dependencies {
			if to, ok := r.find(d, user, name, specification, byName); ok {
				own = append(own, link{user.dir, name, to})
			} else if byName[name] != nil {
				fromRegistry[name] = true
			}
		}
	}
	for name, m := range byName {
		if m != nil && !fromRegistry[name] && m.dir != d.dir {
			links[path.Join(d.dir, "node_modules", name)] = m.dir
		}
	}
	for _, l := range own {
		if links[path.Join(d.dir, "node_modules", l.name)] != l.to {
			links[path.Join(l.user, "node_modules", l.name)] = l.to
		}
	}
}

// find returns the folder of the package in the project that satisfies a dependency. ok is
// false if a registry provides the dependency.
func (r *reader) find(
	d *declaration, user *manifest, name, specification string, byName map[string]*manifest,
) (dir string, ok bool) {
	if replaced := d.overrides[name]; replaced != "" {
		specification = replaced
		if to, refers := strings.CutPrefix(replaced, "$"); refers && r.packages[d.dir] != nil {
			specification = r.packages[d.dir].dependencies[to]
		}
	}
	scheme, rest, hasScheme := strings.Cut(specification, ":")
	switch {
	case !hasScheme:
		return satisfying(byName[name], specification)
	case scheme == "link" || scheme == "portal" || scheme == "file" && !d.copies ||
		scheme == "workspace" && strings.HasPrefix(rest, "."):
		dir = path.Join(user.dir, rest)
		return dir, r.packages[dir] != nil
	case scheme == "workspace" || scheme == "npm" || scheme == "jsr":
		alias, within := splitVersion(rest)
		if alias == "" {
			alias = name
		}
		if scheme == "workspace" {
			within = "*"
		}
		return satisfying(byName[alias], within)
	case scheme == "catalog": // the catalog has a range
		return satisfying(byName[name], "*")
	}
	return "", false
}

// satisfying returns the folder of a member. ok is false if there is none in the range.
func satisfying(m *manifest, within string) (dir string, ok bool) {
	switch {
	case m == nil:
		return "", false
	case within == "" || within == "*" || within == "x" || within == "latest" || m.version == "":
		return m.dir, true
	}
	return m.dir, tsgo.Satisfies(m.version, within)
}

// splitVersion splits name@range. The name is empty if there is only a range.
func splitVersion(text string) (name, within string) {
	if at := strings.LastIndexByte(text, '@'); at > 0 {
		return text[:at], text[at+1:]
	}
	if strings.ContainsAny(text, "*^~<>= ") || text == "" || text[0] >= '0' && text[0] <= '9' {
		return "", text
	}
	return text, ""
}
