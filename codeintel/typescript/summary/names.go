package summary

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Name is a name as the parse knows it. What is special about a module, not a
// name of its own, is told apart by the module once that is known.
type Name struct {
	Text   string // or one of the special names
	Module int    // index of a specifier from 1, own for this file, 0 for a name like any
	Key    bool   // it stands in brackets: o[name]()
}

// The special names of a module.
const (
	exportEquals = "export=" // what export = and module.exports are set to
	WholeModule  = ""
)

const OwnModule = -1

// Alias says that what bears the name of may be known by another from there on.
type Alias struct{ Name, Of Name }

// Names is what a file mentions, by names. Local pairs stay in the file: they
// matter as far as others and roles depend on them.
type Names struct {
	Roles        map[Name]facts.Role
	LocalAliases map[Name][]Name
	Aliases      []Alias
	Members      map[int][]string // of declarations, those that are none themselves
	Specifiers   []*tsgo.Node     // of all modules the file names
	Computed     bool             // import(expression)

	namespaces map[string]bool // local names of import * as ns
	UsedWhole  map[string]bool // those that are used in other ways than ns.name
}

func Plain(text string) Name { return Name{Text: text} }
