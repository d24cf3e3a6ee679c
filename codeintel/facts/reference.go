package facts

// Reference is one place that names a declaration or file and is neither a call nor an import.
type Reference struct {
	From         int
	To           Target
	Kind         ReferenceKind
	Line, Column int
	Confidence   Confidence
}

// ReferenceKind is how a declaration is named.
type ReferenceKind uint8

// The kinds of references.
const (
	Uses       ReferenceKind = iota // its value is read, written or passed on
	UsesType                        // it is named as a type
	Extends                         // a base class, an embedded type, an extended interface
	Implements                      // an interface
)

// Confidence is how certain the target of a reference is. A larger value is less certain.
type Confidence uint8

// The degrees of confidence.
const (
	Exact     Confidence = iota // by the rules of the language and declared types
	Strong                      // by an inferred type, without a declared one
	Heuristic                   // by the name only
)

// String returns the text of the confidence in results.
func (c Confidence) String() string {
	switch c {
	case Exact:
		return "exact"
	case Strong:
		return "strong"
	default:
		return "heuristic"
	}
}

// Depth is how much of a file is resolved.
type Depth uint8

// The depths.
const (
	CallsAndImports Depth = iota // and heritage
	AllReferences                // File.References too
)
