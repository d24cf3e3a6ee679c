// Package python implements [facts.Language] and [facts.Analyzer] for Python.
//
// Its subpackages form layers, from the bottom up. The lower ones need one file only:
// token, lexer, syntax and parser read source text; outline, patterns and inspect
// describe a file. The upper ones resolve names: settings, layout and builtins locate modules;
// symtable and mentions summarize a file; names, infer and resolve relate files.
//
// The analyzer keeps syntax trees in a bounded cache. To resolve a file whose tree was
// evicted, it parses the file again.
package python
