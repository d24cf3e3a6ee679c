// Package golang analyses Go by go/parser and go/types, with a loader of its own:
// it runs no go command, asks no network, and does with what is on the disk.
//
// # Elements
//
// An outline lists what is declared at package level, in the tools' vocabulary:
//
//	func F                 function F; init functions are told apart by their lines
//	func (t *T) M          method T.M; whether or not T is declared in the same file
//	type T struct          class T
//	type I interface       interface I, and a method I.M for each that I itself declares
//	other types, aliases   type T; of an alias of an interface literal the methods, too
//	const, var             constant, variable: each name of a group or list
//
// What is called _ cannot be referred to and is not listed; what it calls counts for
// the file. Neither are fields, local declarations and type parameters. Exported is
// what begins with a capital letter, of methods if the type does, too. A method is a
// member of its type where both are in one file.
//
// # Packages and builds
//
// The go.mod and go.work files of the project say which import path is which folder;
// a module of the project is meant wherever its path is imported, whatever version
// is asked for. Outside of it there are GOROOT, vendor folders, replaced modules and
// the module cache, as far as they are there. What is not is left open: imports lead
// to a path, and what comes from there is unresolved.
//
// Files are analysed with the build they belong to: that for this machine if they
// are part of it, else one for a platform and tags that fit them, else (ignored
// programs, names that begin with _) each by itself. Where a package declares the
// same name for several platforms, what leads to one declaration leads to all that a
// build with the referring file may have in its place. Tests see what go vet lets
// them see.
//
// # Calls
//
// Conversions and built-ins are no calls. A method is called by the type that
// declares it, embedded or not, generic ones by their origin; a call through an
// interface leads to the interface's method, and Heritage tells which methods of
// which types may be behind it, found by method sets. Local variables that are set
// once are followed to what they are set to; all others, parameters, fields and
// variables of packages, may hold what they like: such calls are unresolved, with
// what they may hold as far as that is written down. A function literal belongs to the
// declaration it is in. Calls through interfaces from outside (io.Closer) are
// unresolved for methods of that name only.
//
// # Imports
//
// Go imports packages, but the graph is of files. So an import becomes one for each
// declaration that the importing file names, and leads to the file that declares it:
// a file is imported by those that use something it declares, not by all that import
// its package. Blank and dot imports, and those of which nothing is named, lead to
// the package's doc.go, else to its first file that is no test.
//
// # Changes
//
// Packages are type-checked without the bodies of their functions for others, and
// with the bodies of those files whose facts are asked for. The first outlives
// edits of bodies: what is left of a file without them, its shape, decides. When that
// changes, the facts of the package's files and of those that import it, directly or
// not, hold no more. Who implements what is a matter of the whole project: when types
// or signatures of methods change, so are all files with methods that may be
// concerned, by name.
package golang
