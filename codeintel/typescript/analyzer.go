package typescript

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/incremental"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Analyzer implements [facts.Analyzer]. It keeps the programs of a project, one
// per governing tsconfig.json, with all their syntax trees.
type Analyzer struct {
	cache        *tsgo.Cache
	trees        *summary.Set
	state        *state // what the last successful Update saw; nil before
	resolveCalls int    // how often units have resolved something

	maxTypes, maxLines int // of all checkers and all programs; 0 means the usual bounds
}

var _ facts.Analyzer = (*Analyzer)(nil)

// Release implements [facts.Analyzer].
func (a *Analyzer) Release() {
	a.cache, a.trees = &tsgo.Cache{}, &summary.Set{}
	if a.state != nil {
		a.state.memory = incremental.NewCache()
		for _, u := range a.state.units {
			u.Release()
		}
	}
}
