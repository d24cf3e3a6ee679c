// Package tsgo is the only package that uses the internal packages of typescript-go.
//
// A Go package may import the internal packages of another module if its import path is
// below that module's path. The path of this module is chosen accordingly. The package
// re-exports the types, kinds and functions that the engine needs. It contains only the code
// that calls the parser and that loads, updates and configures programs.
//
// The internals of typescript-go change between revisions. To upgrade, change the required
// version in go.mod, make this package compile, and run the golden tests of the engine.
package tsgo
