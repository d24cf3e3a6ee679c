// Package inspect measures the functions of a Go file (size, complexity, nesting and a
// digest for duplicate detection), counts its lines, and lists its patterns and tests.
// It uses only the syntax tree of that file.
package inspect
