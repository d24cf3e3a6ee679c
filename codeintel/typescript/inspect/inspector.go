package inspect

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/pattern"
)

// inspector computes the metrics of one file in one walk over its tree.
type inspector struct {
	*facts.Inspection
	patterns  *pattern.Finder
	file      *tsgo.SourceFile
	tokens    *tokens
	lines     *lines
	step      func(*tsgo.Node) bool // visit, bound once
	byNode    map[*tsgo.Node]int
	functions map[*tsgo.Node]int // by function, the declaration that is the function or has it as its value
	measures  []*measure         // of the functions that contain the current node, outermost first
	decl      int                // declaration that contains the current node
}

// declared reports whether a function is a listed declaration or the value of one.
func (i *inspector) declared(function *tsgo.Node) bool {
	_, ok := i.functions[function]
	return ok
}

// innermost returns the metrics of the innermost declared function, or nil.
func (i *inspector) innermost() *measure {
	if len(i.measures) == 0 {
		return nil
	}
	return i.measures[len(i.measures)-1]
}
