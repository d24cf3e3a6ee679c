// Package builtins lists the top-level modules of Python's standard library and the
// names of its builtins module.
package builtins
