// Package resolve implements [facts.Analyzer]. It finds the files of a project to which
// imports refer.
//
// Each language has [Rules] that map an import to files by their paths, by the
// namespaces they declare, or by the names of packages. Calls are reported as
// unresolved, because resolving them requires types.
package resolve
