package resolve

import (
	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// referrer records the names that are not plain references: callees and supertypes.
type referrer struct {
	callees map[*tsgo.Node]bool                // names in callees, which are recorded as calls
	bases   map[*tsgo.Node]facts.ReferenceKind // names of supertypes
}

// newReferrer returns an empty referrer.
func newReferrer() *referrer {
	return &referrer{callees: map[*tsgo.Node]bool{}, bases: map[*tsgo.Node]facts.ReferenceKind{}}
}

// skipCall records the names in a call that are not references: the callee, if it is
// recorded as a call, and HTML tags.
func (r *referrer) skipCall(n, callee *tsgo.Node) {
	switch {
	case syntax.IsSuperCall(n): // contains no name
	case callee != nil:
		r.skipCallee(callee)
	case n.Kind == tsgo.KindJsxOpeningElement, n.Kind == tsgo.KindJsxSelfClosingElement:
		r.callees[tsgo.InvokedExpression(n)] = true
	}
}

// skipCallee records the names in a callee or in its alternatives.
func (r *referrer) skipCallee(callee *tsgo.Node) {
	all := syntax.Alternatives(callee)
	if all == nil {
		r.callees[syntax.CalleeName(callee)] = true
	}
	for _, n := range all {
		r.skipCallee(tsgo.SkipOuter(n))
	}
}

// markHeritage records the names in the heritage clauses of a class or interface,
// including the classes that a mixin is applied to.
func (r *referrer) markHeritage(n *tsgo.Node) {
	if !tsgo.IsClassLike(n) && n.Kind != tsgo.KindInterfaceDeclaration {
		return
	}
	mark := func(entries []*tsgo.Node, kind facts.ReferenceKind) {
		for _, e := range entries {
			syntax.HeritageNames(e, func(name *tsgo.Node) {
				if last := syntax.LastName(name); last != nil {
					r.bases[last] = kind
				}
			})
		}
	}
	mark(tsgo.ExtendsClauses(n), facts.Extends)
	mark(tsgo.ImplementsClauses(n), facts.Implements)
}
