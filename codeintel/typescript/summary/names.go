package summary

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Name is a name in a syntax tree. A default export, an export assignment and a whole
// module have special names, which are qualified by their module after the specifier is
// resolved.
type Name struct {
	Text   string // or one of the special names
	Module int    // index of a specifier from 1, OwnModule, or 0 if the name is not special
	Key    bool   // it is used as a computed key: o[name]()
}

// The special names of a module.
const (
	exportEquals = "export=" // the value of `export =` and `module.exports =`
	WholeModule  = ""
)

// OwnModule is the value of [Name.Module] for the file itself.
const OwnModule = -1

// Alias states that other files can refer to Of by Name.
type Alias struct{ Name, Of Name }

// Names are the names that a file mentions. LocalAliases are not visible to other files;
// they only extend the meaning of Aliases and Roles.
type Names struct {
	Roles        map[Name]facts.Role
	LocalAliases map[Name][]Name
	Aliases      []Alias
	Members      map[int][]string // by declaration, the members that are not listed themselves
	Specifiers   []*tsgo.Node     // all module specifiers of the file
	Computed     bool             // the file has import(expression)

	namespaces map[string]bool // local names of `import * as ns`
	UsedWhole  map[string]bool // namespaces that are used other than as ns.name
}

// Plain returns a name that is not special.
func Plain(text string) Name { return Name{Text: text} }
