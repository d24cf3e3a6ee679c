// Package resolve reports the facts of one Python file: its calls, imports, base classes
// and references, each with the declaration that it refers to. What it cannot resolve
// it reports as unresolved; it never relates declarations by name alone.
package resolve
