// Package symtable builds the symbol table of a Python file: its scopes, the bindings of
// their names, and the parts of the file in which each binding is in effect. It resolves
// no imports and infers no types.
package symtable
