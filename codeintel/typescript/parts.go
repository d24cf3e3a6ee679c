package typescript

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// part is what one statement at the top of a file refers to: resolved by itself, it
// stays so when other statements are edited. Paths and imports are left out.
type part struct {
	facts.File
	resolved bool
	depth    facts.Depth
	uses     []usage // in order
}

// use is what a declaration uses of an import, by the import's local name.
type use struct {
	local string
	path  string // of a member, if the import is of a whole module
	from  int
}

// usage is a use, or an import inside of a statement.
type usage struct {
	use
	targets []facts.Target // what the member leads to
	inside  *facts.Import
}

// head is what the imports of a file bring in.
type head struct {
	imports    []facts.Import
	unresolved []facts.Unresolved
	bindings   map[string]*binding
}

// assembled puts the parts of a file together: the same whether they were resolved
// at once or one after the other. It is the caller's.
func (h *head) assembled(path string, parts []part, depth facts.Depth) facts.File {
	f := facts.File{Path: path, Imports: h.imports, Unresolved: h.unresolved}
	members := map[use][]int{} // the imports of members that were used before
	for i := range parts {
		p := &parts[i]
		f.Calls = append(f.Calls, p.Calls...)
		for _, u := range p.Unresolved {
			u.Maybe = slices.Clone(u.Maybe)
			f.Unresolved = append(f.Unresolved, u)
		}
		f.Heritage = append(f.Heritage, p.Heritage...)
		if depth >= facts.AllReferences {
			f.References = append(f.References, p.References...)
		}
		for _, u := range p.uses {
			f.Imports = h.take(f.Imports, u, members)
		}
	}
	return f
}

// take adds a usage to the imports of a file.
func (h *head) take(imports []facts.Import, u usage, members map[use][]int) []facts.Import {
	if u.inside != nil {
		i := *u.inside
		i.Users = slices.Clone(i.Users)
		return append(imports, i)
	}
	b := h.bindings[u.local]
	if b == nil {
		return imports
	}
	used := b.imports
	if u.path != "" {
		key := use{local: u.local, path: u.path}
		indexes, known := members[key]
		if !known {
			for _, t := range u.targets {
				indexes = append(indexes, len(imports))
				imports = append(imports, facts.Import{To: t, Module: b.module.file, TypeOnly: b.typeOnly, Line: b.line, Column: b.column})
			}
			members[key] = indexes
		}
		if len(indexes) > 0 {
			used = indexes
		} // else nothing is listed: the module as a whole
	}
	for _, i := range used {
		if u.from != facts.ModuleLevel && !slices.Contains(imports[i].Users, u.from) {
			imports[i].Users = append(imports[i].Users, u.from)
		}
	}
	return imports
}
