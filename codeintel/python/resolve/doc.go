// Package resolve reports the facts of one Python file: its calls, imports, base classes
// and references, each with the declaration that it refers to. It reports names that it
// cannot resolve as unresolved, and never relates declarations by name alone.
package resolve
