// Command layering measures to what degree the files of a Go package depend on each
// other in one direction only.
//
// For each package it builds the graph of references between non-test files: file A
// references file B if A uses a package-level identifier, a method or a field that B
// declares. It then searches for the order of the files with the fewest references
// against it, which are the references from a later file to an earlier one, and
// reports their number. The search is a heuristic: the count is an upper bound, and
// the same input always gives the same count.
//
// Usage:
//
//	go run -C tools ./layering [-dir dir] [-v] [-max ratio] [-files n] [packages]
//
// The packages are patterns of the go command, resolved in dir, which is relative to the
// folder tools. The exit code is 1 if a package exceeds -max or -files, and 2 if the
// packages do not load.
package main
