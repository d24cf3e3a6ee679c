// Package resolve finds the files of a project that imports name, and implements
// [facts.Analyzer] with that.
//
// Each language has [Rules] that map an import to files by their paths, by the
// namespaces they declare, or by the names of packages. Calls are reported as
// unresolved: that needs types.
package resolve
