package typescript

import (
	"slices"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// changed returns what those statements declare that differ to others; ok is false
// when that does not tell everything.
func (e *edit) changed() (w words, ok bool) {
	if e.before.Source.IsJS() || e.now.Source.IsJS() || tsgo.IsGlobal(e.before.Source) || tsgo.IsGlobal(e.now.Source) {
		return w, false
	}
	var old, now []*summary.Statement
	kept := make([]bool, len(e.before.Source.Statements.Nodes))
	for i, from := range e.from {
		if from < 0 {
			now = append(now, e.now.Statement(i))
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
	w = newWords()
	for _, i := range slices.Concat(old, now) {
		if i.Opaque {
			return w, false
		}
		w.take(i)
	}
	return w, true
}

// words are names of a file.
type words struct {
	here   map[string]bool // in the file
	public map[string]bool // those that other files see
}

func newWords() words { return words{here: map[string]bool{}, public: map[string]bool{}} }

// take adds the names of an item and reports whether there were new ones.
func (w words) take(i *summary.Statement) (grown bool) {
	for _, n := range i.Names {
		grown = grown || !w.here[n] || i.Exported && !w.public[n]
		w.here[n] = true
		if i.Exported {
			w.public[n] = true
		}
	}
	return grown
}
