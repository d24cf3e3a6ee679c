// Package golang implements [facts.Language] and [facts.Analyzer] for Go, with go/parser
// and go/types. It runs no go command and does not use the network.
//
// Its subpackages form layers, from the bottom up. The packages syntax and inspect need
// one file only. The packages platform, layout, mentions and project index a project. The
// packages load, heritage, stale and resolve work on type-checked packages.
//
// # Elements
//
// An outline lists the declarations at package level, and the types and named functions in
// bodies:
//
//	func F                 function F; several init functions differ by their lines
//	func (t *T) M          method T.M, even if T is declared in another file
//	type T struct          class T, and a property T.F for each field
//	type I interface       interface I, and a method I.M for each method that I declares
//	other types, aliases   type T; an alias of an interface literal has its methods
//	const, var             constant or variable, for each name
//
// Declarations named _ cannot be referenced and are not listed; calls in them belong to the
// file. Type parameters are not listed. A declaration is exported if its name starts with an
// upper-case letter; a method also needs an exported type. A method is a member of its type
// if both are in the same file.
//
// # Packages and builds
//
// The go.mod and go.work files of the project map import paths to folders. The path of a
// module of the project refers to that module regardless of the required version. Other
// packages come from GOROOT, vendor folders, replaced modules and the module cache, if they
// exist. An import of a missing package resolves to its path, and names from it are
// unresolved.
//
// A file is analyzed in a build that includes it: the build for the host if possible, else
// one for another platform with suitable tags. A file that no build includes, such as one
// with the tag ignore or a name that starts with _, is analyzed alone. If a package declares
// a name once per platform, a reference resolves to all declarations that can occur in a
// build with the referring file. Tests see the same declarations as in go vet.
//
// # Calls
//
// Conversions and calls of built-in functions are not calls. The target of a method call is
// the declaration of the method, even if the method is promoted; for a generic method it is
// the generic declaration. The target of a call through an interface is the method of the
// interface; Heritage relates it to the methods that implement it. A local variable that is
// assigned once is replaced by its value. The values of other variables, parameters and
// fields are unknown. Calls of them are unresolved; the candidates are the functions that
// the source assigns to them.
// A function literal belongs to the declaration that contains it. A call through an
// interface outside the project (io.Closer) is unresolved only for methods of that name.
//
// # Imports
//
// Go imports packages, but facts relate files. Therefore an import declaration becomes one
// import for each declaration that the file uses. The target is the file of the used
// declaration, so a file counts as imported only by the files that use its declarations.
// Blank imports, dot imports and imports without a use resolve to doc.go of the
// package, else to its first file that is not a test.
//
// # Changes
//
// Imported packages are type-checked without function bodies; the files to resolve are
// type-checked with their bodies. An edit of a body therefore affects only its own file. If
// anything else in a file changes, the facts of its package and of all packages that import
// it, directly or indirectly, are out of date. Types implement interfaces without naming
// them: if types or method signatures change, the files with methods of the same names are
// out of date, too.
package golang
