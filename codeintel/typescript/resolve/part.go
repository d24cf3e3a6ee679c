package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Part is what one statement at the top of a file refers to: resolved by itself, it
// stays so when other statements are edited. Paths and imports are left out.
type Part struct {
	facts.File
	Resolved bool
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

// Imports is what the imports of a file bring in.
type Imports struct {
	imports    []facts.Import
	unresolved []facts.Unresolved
	bindings   map[string]*binding
}

// Assemble puts the parts of a file together: the same whether they were resolved
// at once or one after the other. It is the caller's.
func (h *Imports) Assemble(path string, parts []Part, depth facts.Depth) facts.File {
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
func (h *Imports) take(imports []facts.Import, u usage, members map[use][]int) []facts.Import {
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

// binding is a local name that an import brought in.
type binding struct {
	symbol   *tsgo.Symbol
	imports  []int                     // the imports it stands for
	module   module                    // where it comes from
	external string                    // the specifier, if that leads outside
	members  map[string][]facts.Target // single members that were used, if it stands for a whole module
	typeOnly bool
	at       *tsgo.Node

	line, column int
}

// module is what a module specifier leads to: a file of the project, or
// something outside it.
type module struct {
	specifier string
	file      string
	external  string
}

func (m module) target() facts.Target {
	if m.file == "" {
		return facts.Target{External: m.external}
	}
	return facts.Target{File: m.file, Decl: facts.ModuleLevel}
}
