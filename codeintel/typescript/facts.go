package typescript

import "github.com/coderef-system/coderefd/codeintel/source"

// ModuleLevel stands in place of a declaration for code outside any.
const ModuleLevel = -1

// Target is what a call or import leads to: a declaration of a file, a whole
// file (Decl is ModuleLevel), or something outside the project (External).
type Target struct {
	File     string
	Decl     int
	External string // "package" or "package#name"
	Output   bool   // it is external only because what it is built from is not known
	Member   string // the member of the declaration that is meant, if it is no declaration itself
}

// Call is one place where something is called, constructed, rendered or applied.
type Call struct {
	From         int // declaration of the same file, or ModuleLevel
	To           Target
	Line, Column int
}

// Import is one name, or module, that a file imports or re-exports.
type Import struct {
	To           Target
	Module       string // file the specifier leads to, if it is one of the project's
	Line, Column int
	TypeOnly     bool
	ReExportsAll bool  // export * from
	Users        []int // declarations that use the imported name
}

// Unresolved is a place that could not be resolved.
type Unresolved struct {
	From    int
	Name    string   // what it names; "*" when a whole file could not be analysed
	Import  bool     // an import, else a call
	Module  string   // for an import, the last part of the specifier without extension
	Maybe   []Target // what it may be, as far as that can be told
	Inbound bool     // it concerns Maybe only: the caller calls a constant that stands for them
}

// Heritage says that a declaration extends, implements or has the type of another.
type Heritage struct {
	Decl int // declaration of the same file
	Of   Target
}

// FileFacts is what one file declares and refers to.
type FileFacts struct {
	Path       string
	Lines      int // 0 when nothing is known of the file but its name
	Decls      []Decl
	Calls      []Call
	Imports    []Import
	Unresolved []Unresolved
	Heritage   []Heritage
	Warning    string // its first syntax error, or ""
}

// Facts is the outcome of an analysis.
type Facts struct {
	Files  []FileFacts // in the order of Project.Files
	Probes []source.Probe
	// Warnings tell what is wrong with the configurations; see also FileFacts.
	Warnings []string
}
