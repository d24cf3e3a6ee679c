package scip

// Index is the content of an index file.
type Index struct {
	Tool      string // name of the program that made the index
	Root      string // file URI of the project's folder
	Documents []Document
	External  []SymbolInformation // symbols outside the project
}

// Document is a source file.
type Document struct {
	Path        string // relative to the root, with slashes
	Language    string // a name of scip.proto's enum Language; empty if it has none
	Occurrences []Occurrence
	Symbols     []SymbolInformation // those that the document defines
}

// Occurrence is a place that names a symbol.
type Occurrence struct {
	Range  Range
	Symbol string
	Roles  Role
	// Enclosing is the range of the whole definition, or zero.
	Enclosing Range
}

// Range is a half-open range of positions. Lines and characters begin at 0; characters are
// UTF-16 code units.
type Range struct {
	StartLine, StartCharacter int
	EndLine, EndCharacter     int
}

// Role is a set of roles of an occurrence.
type Role int

// The roles, with the numbers of scip.proto's enum SymbolRole.
const (
	Definition Role = 1
	Import     Role = 2
	Test       Role = 32
)

// SymbolInformation describes a symbol.
type SymbolInformation struct {
	Symbol        string
	DisplayName   string
	Kind          Kind
	Enclosing     string // symbol of the enclosing element; empty at the top level
	Relationships []Relationship
}

// Relationship states that a symbol implements, extends or overrides another one.
type Relationship struct {
	Symbol string
	// Reference is set if references to the other symbol are also references to this one, as
	// for a method that overrides another one.
	Reference bool
}

// Kind is the kind of a symbol.
type Kind int

// The kinds, with the numbers of scip.proto's enum SymbolInformation.Kind.
const (
	UnspecifiedKind Kind = 0
	Class           Kind = 7
	Constant        Kind = 8
	Enum            Kind = 11
	File            Kind = 16
	Function        Kind = 17
	Interface       Kind = 21
	Method          Kind = 26
	Namespace       Kind = 30
	Property        Kind = 41
	TypeAlias       Kind = 55
	Variable        Kind = 61
)
