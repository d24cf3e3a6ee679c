package incremental

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Changed returns what those statements declare that differ to others; ok is false
// when that does not tell everything.
func (e *Edit) Changed() (w ChangedNames, ok bool) {
	if e.before.Source.IsJS() || e.Now.Source.IsJS() || tsgo.IsGlobal(e.before.Source) || tsgo.IsGlobal(e.Now.Source) {
		return w, false
	}
	var old, now []*summary.Statement
	kept := make([]bool, len(e.before.Source.Statements.Nodes))
	for i, from := range e.previous {
		if from < 0 {
			now = append(now, e.Now.Statement(i))
		} else {
			kept[from] = true
		}
	}
	for i := range kept {
		if !kept[i] {
			old = append(old, e.before.Statement(i))
		}
	}
	for len(old) > 0 && len(now) > 0 && old[0].Shape == now[0].Shape {
		old, now = old[1:], now[1:]
	}
	for len(old) > 0 && len(now) > 0 && old[len(old)-1].Shape == now[len(now)-1].Shape {
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	w = newChangedNames()
	for _, i := range slices.Concat(old, now) {
		if i.Opaque {
			return w, false
		}
		w.take(i)
	}
	return w, true
}

// ChangedNames are names of a file.
type ChangedNames struct {
	local    map[string]bool // in the file
	exported map[string]bool // those that other files see
}

func newChangedNames() ChangedNames {
	return ChangedNames{local: map[string]bool{}, exported: map[string]bool{}}
}

// take adds the names of an item and reports whether there were new ones.
func (w ChangedNames) take(i *summary.Statement) (grown bool) {
	for _, n := range i.Names {
		grown = grown || !w.local[n] || i.Exported && !w.exported[n]
		w.local[n] = true
		if i.Exported {
			w.exported[n] = true
		}
	}
	return grown
}
