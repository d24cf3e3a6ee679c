package resolve

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Part holds the resolved facts of one top-level statement. It stays valid when other
// statements are edited. The path of the file and imports are not part of it. The zero
// value is unresolved.
type Part struct {
	facts.File
	Resolved bool
	depth    facts.Depth
	uses     []usage // in order
}

// use identifies the use of an import by a declaration.
type use struct {
	local string
	path  string // qualified name of a member, if the import is a whole module
	from  int
}

// usage is a use, or an import inside a statement.
type usage struct {
	use
	targets []facts.Target // declarations of the member
	inside  *facts.Import
}

// Imports are the imports of a file.
type Imports struct {
	imports    []facts.Import
	unresolved []facts.Unresolved
	bindings   map[string]*binding
}

// Assemble combines the parts of a file. The result does not depend on when the parts
// were resolved. The caller owns it.
func (h *Imports) Assemble(path string, parts []Part, depth facts.Depth) facts.File {
	f := facts.File{Path: path, Imports: h.imports, Unresolved: h.unresolved}
	members := map[use][]int{} // imports of members that are listed already
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
			f.Imports = h.addUsage(f.Imports, u, members)
		}
	}
	return f
}

// addUsage adds a usage to the imports of a file.
func (h *Imports) addUsage(imports []facts.Import, u usage, members map[use][]int) []facts.Import {
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
				imports = append(imports, facts.Import{
					To: t, Module: b.module.file, TypeOnly: b.typeOnly, Line: b.line,
					Column: b.column,
				})
			}
			members[key] = indexes
		}
		if len(indexes) > 0 {
			used = indexes
		} // otherwise the module as a whole is used
	}
	for _, i := range used {
		if u.from != facts.ModuleLevel && !slices.Contains(imports[i].Users, u.from) {
			imports[i].Users = append(imports[i].Users, u.from)
		}
	}
	return imports
}

// binding is a local name that an import declares.
type binding struct {
	symbol   *tsgo.Symbol
	imports  []int                     // indexes of the imports that declare it
	module   module                    // the module it is imported from
	external string                    // the specifier, if the module is outside of the project
	members  map[string][]facts.Target // used members, if it refers to a whole module
	typeOnly bool
	at       *tsgo.Node

	line, column int
}

// module is the result of resolving a specifier: a file of the project or a module
// outside of it.
type module struct {
	specifier string
	file      string
	external  string
}

// target returns the module as a target.
func (m module) target() facts.Target {
	if m.file == "" {
		return facts.Target{External: m.external}
	}
	return facts.Target{File: m.file, Decl: facts.ModuleLevel}
}
