package golang

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/layout"
)

// TestMentionsCoverFacts checks that the mentions of a file contain every name to which it
// refers, with the right role. Queries that parse only some files rely on that.
func TestMentionsCoverFacts(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	roots := []string{"."} // this package and its subpackages
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dir, special := extract(t, archive)
		roots = append(roots, filepath.Join(dir, strings.TrimSpace(special["root"])))
	}
	for _, root := range roots {
		abs, err := filepath.Abs(root)
		if err != nil {
			t.Fatal(err)
		}
		c := &cover{factLister: newFactLister(t, abs), t: t, aliases: map[string][]string{}}
		for _, d := range c.declared {
			for _, a := range d.Mentions.Aliases {
				c.aliases[a.Of] = append(c.aliases[a.Of], a.Name)
			}
		}
		for _, f := range c.files {
			c.file(f)
		}
	}
}

// cover checks the facts of a project against its mentions.
type cover struct {
	*factLister
	t       *testing.T
	aliases map[string][]string
}

func (c *cover) file(f facts.File) {
	for _, call := range f.Calls {
		c.mentioned(f.Path, call.To, facts.Called)
		if call.Through != nil && c.declared[call.Through.File].Decls[call.Through.Decl].Type != facts.Interface {
			c.t.Errorf("%s: got a call through %s, want one through an interface", f.Path, c.target(*call.Through))
		}
	}
	for _, u := range f.Unresolved {
		for _, m := range u.Maybe {
			c.mentioned(f.Path, m, facts.Called)
		}
	}
	for _, i := range f.Imports {
		if i.To.External == "" && i.To.Decl != facts.ModuleLevel {
			c.mentioned(f.Path, i.To, facts.Imported)
		}
		dir, _ := layout.Split(i.Module)
		if i.Module != "" && !slices.Contains(c.declared[f.Path].Mentions.Modules, dir+"/") {
			c.t.Errorf("%s: got mentioned modules %q, want %s/", f.Path, c.declared[f.Path].Mentions.Modules, dir)
		}
	}
	for _, h := range f.Heritage {
		own := facts.Target{File: f.Path, Decl: h.Decl}
		c.mentioned(f.Path, own, facts.Inherited)
		if c.declared[h.Of.File].Decls[h.Of.Decl].Type == facts.Method {
			c.mentioned(h.Of.File, h.Of, facts.Inherited)
		}
	}
}

// mentioned checks that a file mentions a name of a target.
func (c *cover) mentioned(path string, target facts.Target, role facts.Role) {
	if target.External != "" {
		return
	}
	name := c.declared[target.File].Decls[target.Decl].Name
	names := []string{name[strings.LastIndexByte(name, '.')+1:]}
	for i := 0; i < len(names); i++ {
		if c.declared[path].Mentions.Names[names[i]]&role != 0 {
			return
		}
		for _, a := range c.aliases[names[i]] {
			if !slices.Contains(names, a) {
				names = append(names, a)
			}
		}
	}
	c.t.Errorf("%s: got no mention of %s in role %d, want one of the names %q", path, c.target(target), role, names)
}
