package mentions

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// In addition to plain names, a file mentions derived names: "f()" is the result of f, and
// "l[]" is an element of l. To find calls of the function that get_handler() returns, a query
// follows the aliases of "get_handler()"; it does not need the calls of get_handler itself.
const (
	resultSuffix  = "()"
	elementSuffix = "[]"
)

// collector collects the mentions of one file.
type collector struct {
	*symtable.Module
	facts.Mentions
	stars    bool // the file contains import *: it may import any name
	class    *syntax.ClassDef
	local    []facts.Alias
	followed map[string]bool // names that are called or aliased
}

func (w *collector) mention(name string, role facts.Role) {
	if name != "" {
		w.Names[name] |= role
	}
}

func (w *collector) alias(name, of string) {
	a := facts.Alias{Name: name, Of: of}
	if name != of && name != "" && of != "" && !slices.Contains(w.Aliases, a) {
		w.Aliases = append(w.Aliases, a)
	}
}

// exportAlias records an alias that other files may follow.
func (w *collector) exportAlias(name, of string) {
	w.alias(name, of)
	w.followed[of] = true
}

// localAlias records an alias that is relevant only inside the file.
func (w *collector) localAlias(name, of string) {
	w.local = append(w.local, facts.Alias{Name: name, Of: of})
}
