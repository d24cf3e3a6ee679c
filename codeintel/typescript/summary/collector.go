package summary

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// collector makes a sketch in one walk over a tree.
type collector struct {
	*Names
	*shaper
	file     *tsgo.SourceFile
	byNode   map[*tsgo.Node]int // declaring nodes to declarations
	exported map[string]bool    // top-level names that can be reached from other files
	script   bool               // the file is no module: all of them can
	imported map[string]bool    // local names of imports
	modules  map[string]int     // indexes of specifiers, by text
	owner    int                // declaration around what is in a node, as long as it is not a function
	around   int                // declaration around the node itself

	depth     int               // of the expression that denoted follows
	constants map[string]string // strings that constants hold
	keyed     []keyedMember
}

// keyed is a member whose name is computed.
type keyedMember struct {
	key    string // what its name is computed from
	listed string // what it would be listed as
	owner  int    // declaration it is a member of
}

func (s *collector) role(n Name, r facts.Role) { s.Roles[n] |= r }

func (s *collector) local(n, of Name) { s.LocalAliases[n] = append(s.LocalAliases[n], of) }

func (s *collector) global(n, of Name) { s.Aliases = append(s.Aliases, Alias{n, of}) }

// specifier returns the index of a module specifier.
func (s *collector) specifier(n *tsgo.Node) int {
	if n == nil || !tsgo.IsStringLiteralLike(n) {
		return 0
	}
	// The same text may mean different files, by the kind of import.
	s.Specifiers = append(s.Specifiers, n)
	return len(s.Specifiers)
}

func (s *collector) addMember(owner int, text string) {
	if !slices.Contains(s.Members[owner], text) {
		s.Members[owner] = append(s.Members[owner], text)
	}
}

// take notes a name taken from a module.
func (s *collector) takeFromModule(text string, module int) []Name {
	taken := []Name{Plain(text)}
	if text == syntax.DefaultExport { // what a module consists of counts as its default
		taken = []Name{{Text: syntax.DefaultExport, Module: module}, {Text: exportEquals, Module: module}}
	}
	for _, n := range taken {
		s.role(n, facts.Imported)
	}
	return taken
}
