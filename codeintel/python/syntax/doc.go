// Package syntax defines the syntax tree of Python 3.14, with the statements of
// Python 2 that still occur, and functions to traverse and query it.
package syntax
