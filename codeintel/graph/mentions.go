package graph

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// mention replaces the mentions of a file.
func (g *Graph) mention(f *file, m facts.Mentions) {
	uses := make([]use, 0, len(m.Names))
	f.inherits = false
	implicit := false
	for text, role := range m.Names {
		uses = append(uses, use{g.names.intern(text), role})
		f.inherits = f.inherits || role&facts.Inherited != 0
		implicit = implicit || role&facts.Implementing != 0
	}
	set(g.implicit, f, implicit)
	slices.SortFunc(uses, func(a, b use) int { return int(a.name) - int(b.name) })
	g.replaceUses(f, uses)
	aliases := make([]alias, len(m.Aliases))
	for i, a := range m.Aliases {
		aliases[i] = alias{of: g.names.intern(a.Of), name: g.names.intern(a.Name)}
	}
	g.replaceAliases(f, aliases)
	modules := make([]name, len(m.Modules))
	for i, path := range m.Modules {
		modules[i] = g.names.intern(path)
	}
	g.replaceModules(f, modules)
	set(g.anyCall, f, m.AnyCall)
}

// replaceUses replaces the names that a file mentions. It updates only the lists of names
// that changed.
func (g *Graph) replaceUses(f *file, uses []use) {
	old, rest := f.mentions, uses
	for len(old) > 0 || len(rest) > 0 {
		switch {
		case len(rest) == 0 || len(old) > 0 && old[0].name < rest[0].name:
			g.unmention(f, old[0].name)
			old = old[1:]
		case len(old) == 0 || rest[0].name < old[0].name:
			g.mentions[rest[0].name] = append(g.mentions[rest[0].name], mention{f, rest[0].role})
			rest = rest[1:]
		default:
			if old[0].role != rest[0].role {
				g.unmention(f, old[0].name)
				g.mentions[rest[0].name] = append(g.mentions[rest[0].name], mention{f, rest[0].role})
			}
			old, rest = old[1:], rest[1:]
		}
	}
	f.mentions = uses
}

func (g *Graph) unmention(f *file, n name) {
	g.mentions[n] = slices.DeleteFunc(g.mentions[n], func(m mention) bool { return m.file == f })
}

func (g *Graph) replaceAliases(f *file, aliases []alias) {
	for _, a := range f.aliases {
		to := g.aliases[a.of]
		if to[a.name]--; to[a.name] == 0 {
			delete(to, a.name)
		}
	}
	for _, a := range aliases {
		to := g.aliases[a.of]
		if to == nil {
			to = map[name]int{}
			g.aliases[a.of] = to
		}
		to[a.name]++
	}
	f.aliases = aliases
}

func (g *Graph) replaceModules(f *file, modules []name) {
	for _, m := range f.modules {
		g.modules[m] = slices.DeleteFunc(g.modules[m], func(other *file) bool { return other == f })
	}
	for _, m := range modules {
		g.modules[m] = append(g.modules[m], f)
	}
	f.modules = modules
}

// set adds a file to a set or removes it.
func set(files map[*file]bool, f *file, in bool) {
	if in {
		files[f] = true
	} else {
		delete(files, f)
	}
}

// knownAs returns the names and all their aliases, transitively.
func (g *Graph) knownAs(start ...name) []name {
	seen := make(map[name]bool, len(start))
	var out []name
	add := func(n name) {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	for _, n := range start {
		add(n)
	}
	for i := 0; i < len(out); i++ {
		for n := range g.aliases[out[i]] {
			add(n)
		}
	}
	return out
}

// mentionsAs reports whether a file mentions a name in one of the roles.
func (g *Graph) mentionsAs(f *file, text string, roles facts.Role) bool {
	id, ok := g.names.ids[text]
	if !ok {
		return false
	}
	i, found := slices.BinarySearchFunc(f.mentions, id, func(u use, n name) int { return int(u.name) - int(n) })
	return found && f.mentions[i].role&roles != 0
}
