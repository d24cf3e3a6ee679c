package graph

import "github.com/coderef-system/coderefd/codeintel/facts"

// Relation is a kind of edge.
type Relation uint8

// The relations.
const (
	Call       Relation = iota // is called, constructed, rendered or applied
	Import                     // is imported or re-exported
	Reference                  // any other use: read, written, passed on, in the place of a type
	Extends                    // is a base class, an embedded type, an extended interface
	Implements                 // is an interface that is implemented
)

// String returns the text that results contain.
func (r Relation) String() string {
	switch r {
	case Import:
		return "import"
	case Reference:
		return "reference"
	case Extends:
		return "extends"
	case Implements:
		return "implements"
	default:
		return "call"
	}
}

// Relations returns all relations. What depends on something does so by one of them.
func Relations() []Relation { return []Relation{Call, Import, Reference, Extends, Implements} }

// depth is how far a file must be resolved for its edges of the relation.
func (r Relation) depth() facts.Depth {
	if r <= Import {
		return facts.CallsAndImports
	}
	return facts.AllReferences
}

// relationOf returns the relation of a reference; in the place of a type it is
// one of types only.
func relationOf(k facts.ReferenceKind) (r Relation, typeOnly bool) {
	switch k {
	case facts.Extends:
		return Extends, false
	case facts.Implements:
		return Implements, false
	default:
		return Reference, k == facts.UsesType
	}
}
