package program

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// Mentions returns the names that a file mentions. The special names of a module, such
// as its default export, are qualified by the file that the specifier resolves to.
func (u *Unit) Mentions(t *summary.File) facts.Mentions {
	m := facts.Mentions{Names: make(map[string]facts.Role, len(t.Names.Roles))}
	c := u.link(t)
	for i, specifier := range t.Names.Specifiers {
		module := c.modules[i]
		if module == "" {
			module = syntax.ModuleName(specifier.Text())
		}
		if !slices.Contains(m.Modules, module) {
			m.Modules = append(m.Modules, module)
		}
	}
	if t.Names.Computed {
		m.Modules = append(m.Modules, "*")
	}
	for n, role := range t.Names.Roles {
		for _, n := range c.closure(n) {
			if text, ok := c.text(n); ok {
				m.Names[text] |= role
			}
		}
	}
	c.mentioned(t, m.Names)
	seen := map[facts.Alias]bool{}
	m.Aliases = c.aliases(nil, seen)
	visited := map[*summary.File]bool{}
	for queue := c.outside; len(queue) > 0; queue = queue[1:] {
		if f := queue[0]; !visited[f] {
			visited[f] = true
			linked := u.link(f)
			m.Aliases = linked.aliases(m.Aliases, seen)
			queue = append(queue, linked.outside...)
		}
	}
	return m
}

// linkedNames are the names of a file together with the files that its specifiers
// resolve to.
type linkedNames struct {
	*summary.Names
	path    string
	modules []string        // by specifier, the file of the project that it resolves to, or ""
	outside []*summary.File // imported files outside of the project that need files of the project
}

// mentioned adds all identifiers of a file.
func (c *linkedNames) mentioned(t *summary.File, to map[string]facts.Role) {
	for text := range tsgo.IdentifierTexts(t.Source) {
		to[text] |= facts.Mentioned
		if n := summary.Plain(text); len(c.LocalAliases[n]) > 0 {
			for _, n := range c.closure(n) {
				if text, ok := c.text(n); ok {
					to[text] |= facts.Mentioned
				}
			}
		}
	}
}

// link resolves the module specifiers of a file.
func (u *Unit) link(t *summary.File) *linkedNames {
	c := &linkedNames{Names: t.Names, path: t.Path, modules: make([]string, len(t.Names.Specifiers))}
	for i, specifier := range t.Names.Specifiers {
		abs, ok := u.Program.ResolvedModule(t.Source, specifier)
		if !ok {
			continue
		}
		if rel, inside := u.FS.Relative(abs); inside && u.Project.Analysed[rel] {
			c.modules[i] = rel
		} else if f := u.outside[abs]; f != nil {
			c.outside = append(c.outside, f)
		}
	}
	return c
}

// aliases appends the names under which other files can refer to names of this file.
func (c *linkedNames) aliases(to []facts.Alias, seen map[facts.Alias]bool) []facts.Alias {
	for _, p := range c.Aliases {
		as, ok := c.text(p.Name)
		if !ok {
			continue
		}
		for _, of := range c.closure(p.Of) {
			text, ok := c.text(of)
			if alias := (facts.Alias{Name: as, Of: text}); ok && as != text && !seen[alias] {
				seen[alias] = true
				to = append(to, alias)
			}
		}
	}
	return to
}

// closure returns a name and every name that it can be an alias of within the file.
func (c *linkedNames) closure(n summary.Name) []summary.Name {
	names := []summary.Name{n}
	for i := 0; i < len(names); i++ {
		at := names[i]
		at.Key = false
		for _, of := range c.LocalAliases[at] {
			if of.Key = n.Key; !slices.Contains(names, of) {
				names = append(names, of)
			}
		}
	}
	return names
}

// text returns the text of a name. ok is false if other files cannot refer to the name.
func (c *linkedNames) text(n summary.Name) (string, bool) {
	text := n.Text
	if n.Module != 0 {
		module := c.path
		if n.Module != summary.OwnModule {
			module = c.modules[n.Module-1]
		}
		switch {
		case text == summary.WholeModule && (module == "" || n.Key):
			return "", false
		case text == summary.WholeModule:
			text = module
		case module != "":
			text = module + "#" + text
		}
	}
	if n.Key && text != "" {
		text = "[" + text + "]"
	}
	return text, text != ""
}
