// Package graph holds the elements of a project and the calls and imports
// between them, and answers the six queries: calls, imports and depends-on,
// each in both directions.
//
// A graph is built once with a [Builder] and immutable afterwards, so it may be
// used by any number of goroutines. Nodes are numbered: files first, then
// elements; an edge costs a few dozen bytes and no pointers into syntax trees.
package graph
