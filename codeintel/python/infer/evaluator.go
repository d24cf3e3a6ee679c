package infer

import (
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/names"
	"github.com/coderef-system/coderefd/codeintel/python/symtable"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// Evaluator infers the values of expressions. It is not safe for concurrent use.
type Evaluator struct {
	solver
	*names.Resolver
	types  map[string]*arguments
	parsed map[syntax.Node]syntax.Expr // parsed annotations in quotes
	mros   map[*symtable.Class]linearization
}

// New returns an evaluator for the modules that open returns. open returns nil for a file that
// it cannot read.
func New(l *layout.Layout, open func(string) *symtable.Module) *Evaluator {
	return &Evaluator{
		solver: newSolver(), Resolver: names.New(l, open), types: map[string]*arguments{},
		parsed: map[syntax.Node]syntax.Expr{}, mros: map[*symtable.Class]linearization{},
	}
}
