package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// referrer finds the places where declarations are named otherwise than to call or
// import them.
type referrer struct {
	callees map[*tsgo.Node]bool                // names of what is called, which calls tell of
	bases   map[*tsgo.Node]facts.ReferenceKind // names of what is extended or implemented
}

func newReferrer() *referrer {
	return &referrer{callees: map[*tsgo.Node]bool{}, bases: map[*tsgo.Node]facts.ReferenceKind{}}
}

// notReferred notes what a call-like node names without referring to it: its
// callee, if that is listed as a call, and the tags of HTML.
func (r *referrer) skipCall(n, callee *tsgo.Node) {
	switch {
	case syntax.IsSuperCall(n): // names nothing itself
	case callee != nil:
		r.skipCallee(callee)
	case n.Kind == tsgo.KindJsxOpeningElement, n.Kind == tsgo.KindJsxSelfClosingElement:
		r.callees[tsgo.InvokedExpression(n)] = true
	}
}

// calls notes the names in a callee, or in what it may come to.
func (r *referrer) skipCallee(callee *tsgo.Node) {
	all := syntax.Alternatives(callee)
	if all == nil {
		r.callees[syntax.CalleeName(callee)] = true
	}
	for _, n := range all {
		r.skipCallee(tsgo.SkipOuter(n))
	}
}

// inherits notes the names in the heritage clauses of a class or interface. The
// classes that a mixin is applied to are extended as well.
func (r *referrer) markHeritage(n *tsgo.Node) {
	if !tsgo.IsClassLike(n) && n.Kind != tsgo.KindInterfaceDeclaration {
		return
	}
	note := func(entries []*tsgo.Node, kind facts.ReferenceKind) {
		for _, e := range entries {
			syntax.HeritageNames(e, func(name *tsgo.Node) {
				if last := syntax.LastName(name); last != nil {
					r.bases[last] = kind
				}
			})
		}
	}
	note(tsgo.ExtendsClauses(n), facts.Extends)
	note(tsgo.ImplementsClauses(n), facts.Implements)
}
