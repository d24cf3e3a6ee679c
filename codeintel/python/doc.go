// Package python implements [facts.Language] and [facts.Analyzer] for Python.
//
// Its subpackages form layers, from the bottom up. Those that need one file only:
// token, lexer, syntax and parser read source text; outline, patterns and inspect
// describe a file. Those that resolve names: layout and builtins locate modules;
// symtable and mentions summarize a file; names, infer and resolve relate files.
//
// The analyzer keeps syntax trees in a bounded cache and parses a file again when it
// resolves the file after its tree was evicted.
package python
