// Package native reads C and C++: the declarations and includes of a file, and the
// tables by which package inspect measures it.
//
// Both languages share one reader, since headers are often written for both. Macros
// are not expanded: the reader recognizes common ways to use them.
package native
