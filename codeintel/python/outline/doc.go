// Package outline lists the declarations of a Python file with their signatures and
// the names that the module exports. It uses only the syntax tree of that file.
package outline
