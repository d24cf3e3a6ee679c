package facts

// ModuleLevel is used instead of the index of a declaration, for code outside all declarations
// and for a whole file.
const ModuleLevel = -1

// Target is the target of a reference: a declaration of a file, a whole file (Decl is
// ModuleLevel), or a declaration outside the project (External).
type Target struct {
	File     string
	Decl     int    // index among the file's declarations
	External string // "package" or "package#name"
	Output   bool   // a build output whose source is unknown, and therefore external
	Member   string // the referenced member of the declaration, if the member is not a declaration
}

// Call is one place where something is called, constructed, rendered or applied.
type Call struct {
	From         int // declaration of the same file, or ModuleLevel
	To           Target
	Line, Column int // from 1; columns in UTF-16 units
	Confidence   Confidence
	// Exact is set if the call of a member cannot reach a member that overrides it: super.m(),
	// or the call of a static or private member.
	Exact bool
	// Through is set on the call of a member if the static type of the receiver only inherits
	// the member; it is that type. The call can reach only those overriding members that
	// inherit from Through.
	Through *Target
}

// Import is one name, or module, that a file imports or re-exports.
type Import struct {
	To           Target
	Module       string // the file that the specifier leads to; empty if it is outside of the project
	Line, Column int
	TypeOnly     bool
	ReExportsAll bool     // export * from
	ExportedAs   []string // names under which the file re-exports the import; export * adds none
	Users        []int    // declarations that use the imported name
	Dynamic      bool     // import() or require() of a module at run time
}

// Unresolved is a place that could not be resolved.
type Unresolved struct {
	From         int
	Line, Column int // as in [Call]; 0 if no single place is meant
	Reason       Reason
	Name         string   // the name in the source; "*" if a whole file could not be analysed
	Import       bool     // an import; false for a call
	Module       string   // for an import, the last part of the specifier without extension
	Maybe        []Target // the known possible targets
	// Inbound is set if the call has a resolved target in addition, so the place affects only
	// queries for callers: of the targets in Maybe, or of members called Name. Such a call is one
	// of a constant whose value is one of Maybe, or of a member outside the project that methods
	// called Name may implement.
	Inbound bool
}

// Heritage records that the declaration Decl extends or implements the declaration Of, or has
// Of as its type. A call of a member of Of may then be a call of the member of Decl with the
// same name. If the relation between members does not follow from their names, Decl and Of are
// members themselves: a call of Of may be a call of Decl. If a member replaces a member that a
// declaration inherits, the member is Decl and that declaration is Of.
type Heritage struct {
	Decl int // declaration of the same file
	Of   Target
}

// File contains the references of one file, resolved with types.
type File struct {
	Path       string
	Calls      []Call
	Imports    []Import
	Unresolved []Unresolved
	Heritage   []Heritage
	References []Reference // at depth AllReferences only
}

// Failed returns the facts of a file that could not be analysed: it may refer to anything.
func Failed(path string) File {
	return File{Path: path, Unresolved: []Unresolved{
		{From: ModuleLevel, Name: "*", Reason: NotAnalyzed},
		{From: ModuleLevel, Name: "*", Reason: NotAnalyzed, Import: true},
	}}
}
