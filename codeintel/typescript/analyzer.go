package typescript

import (
	"fmt"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/project"
	"github.com/coderef-system/coderefd/codeintel/typescript/summary"
)

// Analyzer implements [facts.Analyzer]. It keeps the programs of a project, one
// per governing tsconfig.json, with all their syntax trees.
type Analyzer struct {
	cache *tsgo.Cache
	trees *summary.Set
	state *state // what the last successful Update saw; nil before
	calls int    // how often units have resolved something

	maxTypes, maxLines int // of all checkers and all programs; 0 means the usual bounds
}

var _ facts.Analyzer = (*Analyzer)(nil)

// state is a project as an update saw it. It is replaced as a whole, but for the
// programs of its units, which Release takes away.
type state struct {
	project  *project.Project
	known    map[string]facts.Digest
	unknown  []string
	disk     *tsgo.Disk
	units    []*unit
	unitOf   map[string]int // of each of the project's files, the unit that resolves it
	seen     map[string]sight
	memory   *memory
	warnings []string
	probes   int // how many had been made when the update was over
}

// sight is what is remembered of a file's last version.
type sight struct {
	shape  summary.Shape
	global bool
}

// Release implements [facts.Analyzer].
func (a *Analyzer) Release() {
	a.cache, a.trees = &tsgo.Cache{}, &summary.Set{}
	if a.state != nil {
		a.state.memory = newMemory()
		for _, u := range a.state.units {
			u.release()
		}
	}
}

// caught turns a panic into an error.
func caught(what string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s: compiler panic: %v", what, r)
	}
}
