package syntax

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Mentions returns the names in the file by their roles, and the aliases in its
// imports, but not its modules.
func (f *File) Mentions(uses []Use) facts.Mentions {
	m := facts.Mentions{Names: map[string]facts.Role{}}
	for i := range f.Tokens {
		if f.Tokens[i].Kind == lex.Ident {
			m.Names[strings.Clone(f.Name(i))] |= facts.Mentioned
		}
	}
	for d := range f.Decls {
		for i := f.Decls[d].Bases[0]; i < f.Decls[d].Bases[1]; i++ {
			if f.IsName(i) {
				m.Names[f.Name(i)] |= facts.Inherited
			}
		}
	}
	f.eachCall(func(_ int, name string) { m.Names[strings.Clone(name)] |= facts.Called })
	for i := range uses {
		u := &uses[i]
		m.Names[u.Last()] |= facts.Imported
		if u.As != "" {
			m.Aliases = append(m.Aliases, facts.Alias{Name: u.As, Of: u.Last()})
		}
	}
	return m
}
