package facts

// ModuleLevel stands in place of a declaration for code outside any, and for a
// file as a whole.
const ModuleLevel = -1

// Target is what a call or import leads to: a declaration of a file, a whole
// file (Decl is ModuleLevel), or something outside the project (External).
type Target struct {
	File     string
	Decl     int    // index among the file's declarations
	External string // "package" or "package#name"
	Output   bool   // it is external only because what it is built from is not known
	Member   string // the member of the declaration that is meant, if it is not a declaration itself
}

// Call is one place where something is called, constructed, rendered or applied.
type Call struct {
	From         int // declaration of the same file, or ModuleLevel
	To           Target
	Line, Column int // from 1; columns in UTF-16 units
	Confidence   Confidence
	// Exact is set on the call of a member that reaches this one and never what
	// overrides it: super.m(), a static or private member.
	Exact bool
	// Through is set on the call of a member by way of a declaration that only has
	// it from To: what stands in for To inherits from Through, too.
	Through *Target
}

// Import is one name, or module, that a file imports or re-exports.
type Import struct {
	To           Target
	Module       string // file the specifier leads to, if it is one of the project's
	Line, Column int
	TypeOnly     bool
	ReExportsAll bool     // export * from
	ExportedAs   []string // names under which the file hands on what it imports, but for export *
	Users        []int    // declarations that use the imported name
	Dynamic      bool     // import() or require() of a module while the program runs
}

// Unresolved is a place that could not be resolved.
type Unresolved struct {
	From   int
	Name   string   // what it names; "*" when a whole file could not be analysed
	Import bool     // an import, else a call
	Module string   // for an import, the last part of the specifier without extension
	Maybe  []Target // possible targets, as far as they are known
	// Inbound is set when the caller's side is settled: it calls a constant that
	// stands for Maybe, or a member from outside the project that methods called
	// Name may implement.
	Inbound bool
}

// Heritage says that a declaration extends, implements or has the type of
// another: a call of a member of that one may be a call of its own member of
// the same name. Where members do not follow from what they are members of, both
// are members themselves: a call of Of may be a call of Decl. A member that replaces an inherited
// member of a declaration is recorded with that declaration as Of.
type Heritage struct {
	Decl int // declaration of the same file
	Of   Target
}

// File is what one file refers to, resolved with types.
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
		{From: ModuleLevel, Name: "*"}, {From: ModuleLevel, Name: "*", Import: true},
	}}
}
