package graph

import (
	"path"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// callers returns the files that may call a node, sorted by path.
func (g *Graph) callers(n Node) []*file {
	roles := facts.Called | facts.Passed
	if g.nodes[n].element.Type == facts.Class || g.isConstructor(n) {
		roles |= facts.Inherited // a call of super() does not name the class; the extends clause does
	}
	return g.mentioning(g.ownNames(n), roles, true)
}

// anyRole matches every mention of a name.
const anyRole = facts.Called | facts.Passed | facts.Imported | facts.Inherited | facts.Mentioned

// referrers returns the files that may refer to a node by one of the relations, sorted by path.
func (g *Graph) referrers(n Node, relations []Relation) []*file {
	if !slices.ContainsFunc(relations, func(r Relation) bool { return r > Import }) {
		return nil
	}
	files := g.mentioning(g.ownNames(n), anyRole, false)
	if slices.Contains(relations, Implements) {
		files = union(files, g.implementers(n))
	}
	return files
}

// importers returns the files that may contain an import that leads to a node, sorted by path.
func (g *Graph) importers(n Node) []*file {
	files := g.mentioning(g.ownNames(n), facts.Imported, false)
	if g.isFile(n) {
		files = union(files, g.importersOfModule(n))
	}
	return files
}

// importersOfModule returns the files with a module specifier that leads to a file, sorted by
// path.
func (g *Graph) importersOfModule(n Node) []*file {
	p := g.nodes[n].element.File
	return union(g.importing(p), g.importing(path.Dir(p)+"/"))
}

// importing returns the files that import from a module, sorted by path.
func (g *Graph) importing(module string) []*file {
	if g.exhaustive {
		return g.sorted()
	}
	id, ok := g.names.ids[module]
	if !ok {
		return nil
	}
	files := slices.Clone(g.modules[id])
	g.order(files)
	return files
}

// ownNames returns the names by which the node's own file declares it. Aliases in other files
// are not included. The name of a file is its path.
func (g *Graph) ownNames(n Node) []name {
	at := &g.nodes[n]
	own := []name{g.names.intern(g.lastName(n))}
	if g.isConstructor(n) {
		own = append(own, g.names.intern(g.lastName(at.parent)))
	}
	return append(own, at.members...)
}

// lastName returns the last part of an element's name, or the path of a file.
func (g *Graph) lastName(n Node) string {
	if g.isFile(n) {
		return g.nodes[n].element.File
	}
	return lastPart(g.nodes[n].element.Name)
}

func (g *Graph) isConstructor(n Node) bool {
	at := &g.nodes[n]
	return at.parent != none && at.element.Type == facts.Method && isConstructorName(lastPart(at.element.Name))
}

// isConstructorName reports whether a method of that name runs when its class is called or
// constructed, in any of the languages.
func isConstructorName(name string) bool {
	return name == "constructor" || name == "__init__" || name == "__new__"
}

// mentioning returns the files that mention one of the names, or an alias of it, in one of the
// roles. It also returns the files with unknown content and, with anyCall, the files that call
// something whose name is unknown. The files are sorted by path.
func (g *Graph) mentioning(start []name, roles facts.Role, anyCall bool) []*file {
	if g.exhaustive {
		return g.sorted()
	}
	key := wanted{start[0], roles, anyCall}
	if len(start) == 1 {
		if files, ok := g.memo.mentioning[key]; ok {
			return files
		}
	}
	found := map[*file]bool{}
	for _, n := range g.knownAs(start...) {
		for _, m := range g.mentions[n] {
			if m.role&roles != 0 {
				found[m.file] = true
			}
		}
	}
	files := make([]*file, 0, len(found))
	for f := range g.unknown {
		found[f] = true
	}
	if anyCall {
		for f := range g.anyCall {
			found[f] = true
		}
	}
	for f := range found {
		files = append(files, f)
	}
	g.order(files)
	if len(start) == 1 {
		if g.memo.mentioning == nil {
			g.memo.mentioning = map[wanted][]*file{}
		}
		g.memo.mentioning[key] = files
	}
	return files
}

// concerned returns the files whose unresolved places may affect an inbound query about a
// target, sorted by path.
func (g *Graph) concerned(target Node, objects []Node, r Relation) []*file {
	var files []*file
	switch {
	case r == Call:
		for _, n := range objects {
			files = union(files, g.callers(n))
		}
		return files
	case !g.isFile(target):
		files = g.importers(target)
	default:
		files = union(g.importersOfModule(target), g.importing(moduleName(g.nodes[target].element.File)))
		for _, n := range g.nodes[target].file.elements {
			named := g.mentioning([]name{g.names.intern(g.lastName(n))}, facts.Imported, false)
			files = union(files, slices.DeleteFunc(slices.Clone(named), g.staysInside))
		}
	}
	return union(files, g.importing("*"))
}

// staysInside reports whether a file's content is known and all its module specifiers lead to
// files of the project.
func (g *Graph) staysInside(f *file) bool {
	return !g.exhaustive && !g.unknown[f] && !slices.ContainsFunc(f.modules, func(m name) bool {
		text := g.names.texts[m]
		return !strings.HasSuffix(text, "/") && g.fileAt(text) == nil
	})
}

// order sorts files by path.
func (g *Graph) order(files []*file) {
	g.sorted()
	slices.SortFunc(files, func(a, b *file) int { return a.rank - b.rank })
}

// union merges two lists of files that are sorted by path.
func union(a, b []*file) []*file {
	if len(a) == 0 || len(b) == 0 {
		return append(a[:len(a):len(a)], b...)
	}
	out := make([]*file, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		case a[0].rank < b[0].rank:
			out, a = append(out, a[0]), a[1:]
		default:
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// ModuleName returns the name under which a file is known to files whose specifier of it leads
// nowhere, see [facts.Unresolved].
func ModuleName(file string) string { return moduleName(file) }

// moduleName returns the last part of a specifier that imports a file: the file name without
// extension, or the folder name for an index file and for the __init__ of a Python package.
func moduleName(file string) string {
	base := path.Base(file)
	base = strings.TrimSuffix(base, path.Ext(base))
	if (base == "index" || base == "__init__") && strings.Contains(file, "/") {
		return path.Base(path.Dir(file))
	}
	return base
}
