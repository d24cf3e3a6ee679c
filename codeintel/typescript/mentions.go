package typescript

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/microsoft/typescript-go/shim/tsgo"
	"golang.org/x/sync/errgroup"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// mentions completes the sketch of a file, now that it is known where its modules
// lead: what is default there, or all there is, gets a name of its own.
func (u *unit) mentions(t *tree) facts.Mentions {
	m := facts.Mentions{Names: make(map[string]facts.Role, len(t.sketch.roles))}
	c := u.complete(t)
	for i, specifier := range t.sketch.specifiers {
		module := c.modules[i]
		if module == "" {
			module = syntax.ModuleName(specifier.Text())
		}
		if !slices.Contains(m.Modules, module) {
			m.Modules = append(m.Modules, module)
		}
	}
	if t.sketch.computed {
		m.Modules = append(m.Modules, "*")
	}
	for n, role := range t.sketch.roles {
		for _, n := range c.closure(n) {
			if text, ok := c.text(n); ok {
				m.Names[text] |= role
			}
		}
	}
	c.mentioned(t, m.Names)
	seen := map[facts.Alias]bool{}
	m.Aliases = c.aliases(nil, seen)
	crossed := map[*tree]bool{}
	for bridges := c.bridges; len(bridges) > 0; bridges = bridges[1:] {
		if b := bridges[0]; !crossed[b] {
			crossed[b] = true
			beyond := u.complete(b)
			m.Aliases = beyond.aliases(m.Aliases, seen)
			bridges = append(bridges, beyond.bridges...)
		}
	}
	return m
}

// mentioned adds all names that a file contains.
func (c *completion) mentioned(t *tree, to map[string]facts.Role) {
	for text := range tsgo.IdentifierTexts(t.file) {
		to[text] |= facts.Mentioned
		if n := plain(text); len(c.locals[n]) > 0 {
			for _, n := range c.closure(n) {
				if text, ok := c.text(n); ok {
					to[text] |= facts.Mentioned
				}
			}
		}
	}
}

// complete finds out where the modules of a file lead.
func (u *unit) complete(t *tree) *completion {
	c := &completion{sketch: t.sketch, path: t.path, modules: make([]string, len(t.sketch.specifiers))}
	for i, specifier := range t.sketch.specifiers {
		abs, ok := u.program.ResolvedModule(t.file, specifier)
		if !ok {
			continue
		}
		if rel, inside := u.fs.relative(abs); inside && u.project.analysed[rel] {
			c.modules[i] = rel
		} else if b := u.bridges[abs]; b != nil {
			c.bridges = append(c.bridges, b)
		}
	}
	return c
}

type completion struct {
	*sketch
	path    string
	modules []string // where specifiers lead: files of the project, or ""
	bridges []*tree  // other files they lead to, from which it goes on into the project
}

// aliases appends what other files may know names by.
func (c *completion) aliases(to []facts.Alias, seen map[facts.Alias]bool) []facts.Alias {
	for _, p := range c.globals {
		as, ok := c.text(p.name)
		if !ok {
			continue
		}
		for _, of := range c.closure(p.of) {
			text, ok := c.text(of)
			if alias := (facts.Alias{Name: as, Of: text}); ok && as != text && !seen[alias] {
				seen[alias] = true
				to = append(to, alias)
			}
		}
	}
	return to
}

// closure returns a name with all it may stand for within the file.
func (c *completion) closure(n name) []name {
	names := []name{n}
	for i := 0; i < len(names); i++ {
		at := names[i]
		at.key = false
		for _, of := range c.locals[at] {
			if of.key = n.key; !slices.Contains(names, of) {
				names = append(names, of)
			}
		}
	}
	return names
}

// text spells a name; false when it means nothing to other files.
func (c *completion) text(n name) (string, bool) {
	text := n.text
	if n.module != 0 {
		module := c.path
		if n.module != own {
			module = c.modules[n.module-1]
		}
		switch {
		case text == wholeModule && (module == "" || n.key):
			return "", false
		case text == wholeModule:
			text = module
		case module != "":
			text = module + "#" + text
		}
	}
	if n.key && text != "" {
		text = "[" + text + "]"
	}
	return text, text != ""
}

// declaredIn returns what files declare and mention.
func (s *state) declaredIn(files []string) ([]facts.Declared, error) {
	all := make([]facts.Declared, len(files))
	var next atomic.Int64
	var group errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() (err error) {
			defer caught("mentions", &err)
			for i := int(next.Add(1)) - 1; i < len(all); i = int(next.Add(1)) - 1 {
				all[i] = s.declared(files[i])
			}
			return nil
		})
	}
	return all, group.Wait()
}
