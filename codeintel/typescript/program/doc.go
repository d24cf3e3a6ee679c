// Package program holds the compiler programs of a project, one [Unit] per group of
// files, with the summaries of their files and the graph of dependencies between files.
//
// It resolves module specifiers to files, but no names.
package program
