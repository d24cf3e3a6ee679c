package typescript

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/incremental"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Analyzer implements [facts.Analyzer]. It keeps the programs of a project, one per
// governing tsconfig.json, with all their syntax trees. The zero value is ready to use.
type Analyzer struct {
	cache        *tsgo.Cache
	summaries    *summary.Set
	state        *state // nil before the first successful Update
	resolveCalls int    // number of times that a unit resolved files

	// maxTypes bounds the types of all checkers, maxLines the lines of all programs; 0 means the default.
	maxTypes, maxLines int
}

var _ facts.Analyzer = (*Analyzer)(nil)

// Release implements [facts.Analyzer].
func (a *Analyzer) Release() {
	a.cache, a.summaries = &tsgo.Cache{}, &summary.Set{}
	if a.state != nil {
		a.state.parts = incremental.NewCache()
		for _, u := range a.state.units {
			u.Release()
		}
	}
}
