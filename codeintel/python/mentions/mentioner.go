package mentions

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Beside plain names, files mention what is behind them: "f()" is what f returns,
// "l[]" what l holds. So a call of what get_handler() returned is found by asking
// for what get_handler may return, while calls of get_handler itself are not looked at.
const (
	resultSuffix  = "()"
	elementSuffix = "[]"
)

// collector collects what a file mentions by name.
type collector struct {
	*symtable.Module
	facts.Mentions
	stars    bool // the file has an import *: any name may come from there
	class    *syntax.ClassDef
	local    []facts.Alias
	followed map[string]bool // names that are called, or that others are set to
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

// exportAlias enters an alias that other files may need.
func (w *collector) exportAlias(name, of string) {
	w.alias(name, of)
	w.followed[of] = true
}

// localAlias enters an alias within the file.
func (w *collector) localAlias(name, of string) {
	w.local = append(w.local, facts.Alias{Name: name, Of: of})
}
