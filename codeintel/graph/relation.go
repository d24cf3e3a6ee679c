package graph

import "github.com/coderef-system/coderefd/codeintel/facts"

// Relation is a kind of edge.
type Relation uint8

// The relations.
const (
	Call       Relation = iota // calls, constructs, renders, or applies as a decorator
	Import                     // imports or re-exports
	Reference                  // uses in any other way: reads, writes, passes on, or names as a type
	Extends                    // has as its base class, embedded type or extended interface
	Implements                 // implements the interface
)

// String returns the text of the relation in results.
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

// Relations returns all relations. Each is a way to depend on an element.
func Relations() []Relation { return []Relation{Call, Import, Reference, Extends, Implements} }

// depth returns the depth to which a file must be resolved to have its edges of the relation.
func (r Relation) depth() facts.Depth {
	if r <= Import {
		return facts.CallsAndImports
	}
	return facts.AllReferences
}

// relationOf returns the relation of a reference. typeOnly reports whether the reference
// names its target as a type.
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
