package summary

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// collector collects the names of a file in one walk over its tree.
type collector struct {
	*Names
	*shaper
	file     *tsgo.SourceFile
	byNode   map[*tsgo.Node]int // declaring nodes to declarations
	exported map[string]bool    // top-level names that can be reached from other files
	script   bool               // the file is a script: all its top-level names are global
	imported map[string]bool    // local names of imports
	owner    int                // declaration of the members among the children; facts.ModuleLevel in a function
	parent   int                // declaration that contains the node

	depth     int               // current depth of valueNames
	constants map[string]string // values of string constants
	keyed     []keyedMember
}

// keyedMember is a member with a computed name.
type keyedMember struct {
	key    string // constant that its name is computed from
	listed string // name under which it is listed
	owner  int    // declaration it is a member of
}

func (s *collector) addRole(n Name, r facts.Role) { s.Roles[n] |= r }

func (s *collector) addLocal(n, of Name) { s.LocalAliases[n] = append(s.LocalAliases[n], of) }

func (s *collector) addGlobal(n, of Name) { s.Aliases = append(s.Aliases, Alias{n, of}) }

// specifier records a module specifier and returns its index from 1, or 0 if it is not
// a literal.
func (s *collector) specifier(n *tsgo.Node) int {
	if n == nil || !tsgo.IsStringLiteralLike(n) {
		return 0
	}
	// The same text can resolve to different files, depending on the kind of import.
	s.Specifiers = append(s.Specifiers, n)
	return len(s.Specifiers)
}

func (s *collector) addMember(owner int, text string) {
	if !slices.Contains(s.Members[owner], text) {
		s.Members[owner] = append(s.Members[owner], text)
	}
}

// takeFromModule records a name that is imported from a module and returns the names
// under which the module may know it.
func (s *collector) takeFromModule(text string, module int) []Name {
	taken := []Name{Plain(text)}
	if text == syntax.DefaultExport { // export = counts as the default export
		taken = []Name{{Text: syntax.DefaultExport, Module: module}, {Text: exportEquals, Module: module}}
	}
	for _, n := range taken {
		s.addRole(n, facts.Imported)
	}
	return taken
}
