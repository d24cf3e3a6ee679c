// Package managed reads Java and C#: the declarations and imports of a file, and the
// tables by which package inspect measures it.
//
// Both languages share one reader, since their declarations differ in few places.
package managed
