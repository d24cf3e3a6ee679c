// Package tsgo is the only place that touches the internals of typescript-go.
//
// Go lets a package import another module's internal packages when its import
// path lies under that module's path; this module is named so that it does.
// The package re-exports, under their own names, the few types, kinds and
// functions the engine needs: it holds no logic of its own beyond setting up
// a parser call and a program. typescript-go's internals change freely between
// revisions, so an upgrade is: bump the pin here, make this package compile,
// run the golden tests of the engine.
package tsgo
