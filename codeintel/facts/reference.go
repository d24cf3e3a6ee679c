package facts

// Reference is one place that names a declaration or file without a call or an import of
// it.
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
	UsesType                        // in the place of a type
	Extends                         // a base class, an embedded type, an extended interface
	Implements                      // an interface
)

// Confidence is how certain the target of a reference is. A larger value is less certain.
type Confidence uint8

// The degrees of confidence.
const (
	Exact     Confidence = iota // by the rules of the language and declared types
	Strong                      // by a type that was inferred where nothing declares it
	Heuristic                   // by the name alone
)

// String returns the text that results contain.
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
