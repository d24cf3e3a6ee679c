package patterns

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Finder records the patterns and tests of one file. The caller traverses the tree and updates
// Decl, Classes and Functions for the current node.
type Finder struct {
	*facts.Inspection
	path     string
	Module   *syntax.Module
	imports  imports
	testFile bool

	Decl      int                // index of the declaration that contains the current node
	Classes   []*syntax.ClassDef // classes that contain it within the innermost function, outermost first
	Functions int                // number of declared functions that contain it
}

// New returns a finder that appends to into.
func New(path string, m *syntax.Module, into *facts.Inspection) *Finder {
	return &Finder{
		Inspection: into, path: path, Module: m, imports: importsOf(m), testFile: IsTestFile(path),
		Decl: facts.ModuleLevel,
	}
}

// IsTestFile reports whether the name of a file is one that test frameworks use for tests or fixtures.
func IsTestFile(file string) bool {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "tests" || name == "conftest"
}

// importsFrom reports whether the file imports a name from a module.
func (f *Finder) importsFrom(module, name string) bool {
	if !f.imports[module] {
		return false
	}
	for _, s := range f.Module.Body {
		from, ok := s.(*syntax.ImportFrom)
		if !ok || from.Module.Name != module {
			continue
		}
		for _, a := range from.Names {
			if a.Name.Name == name {
				return true
			}
		}
	}
	return false
}

// pattern records an instance of a pattern at a node.
func (f *Finder) pattern(kind, name string, n syntax.Node) {
	f.Patterns = append(f.Patterns, facts.Pattern{
		Kind: kind, Name: strings.Clone(name), Decl: f.Decl,
		Line: f.Module.Line(n.Pos()), EndLine: f.Module.EndLine(n),
	})
}

// imports are the dotted names of the modules that a file imports.
type imports map[string]bool

func importsOf(m *syntax.Module) imports {
	found := imports{}
	for _, s := range m.Body {
		switch s := s.(type) {
		case *syntax.Import:
			for _, a := range s.Names {
				found[a.Name.Name] = true
			}
		case *syntax.ImportFrom:
			found[s.Module.Name] = true
		}
	}
	return found
}

// any reports whether the file imports one of the modules or a submodule of one.
func (im imports) any(modules ...string) bool {
	for _, m := range modules {
		for have := range im {
			if have == m || strings.HasPrefix(have, m+".") {
				return true
			}
		}
	}
	return false
}
