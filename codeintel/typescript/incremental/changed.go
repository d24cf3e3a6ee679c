package incremental

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Changed returns the names whose declarations changed for other files. ok is false if
// names do not describe the change.
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
		w.add(i)
	}
	return w, true
}

// ChangedNames are the names of a file whose meaning may have changed.
type ChangedNames struct {
	local    map[string]bool // names in the file
	exported map[string]bool // names that other files can refer to
}

// newChangedNames returns an empty set.
func newChangedNames() ChangedNames {
	return ChangedNames{local: map[string]bool{}, exported: map[string]bool{}}
}

// add adds the names of a statement and reports whether some are new.
func (w ChangedNames) add(i *summary.Statement) (grown bool) {
	for _, n := range i.Names {
		grown = grown || !w.local[n] || i.Exported && !w.exported[n]
		w.local[n] = true
		if i.Exported {
			w.exported[n] = true
		}
	}
	return grown
}
