// Package brace analyzes languages that group by braces: Rust, Java, C, C++ and C#.
//
// It works on tokens, without types and without a complete grammar, and skips text that it does
// not understand. It takes time proportional to the length of the text. Calls are reported as
// unresolved. Imports are resolved only if paths, namespaces or package names determine their
// target.
//
// The packages in this folder do the work. Each imports only packages that precede it
// in this list: lex (tokens), syntax (declarations, imports, calls), inspect (measures and
// patterns), rust, managed and native (the languages); and resolve (imports to files),
// which imports syntax. To add a language, add a package next to rust, rules in
// resolve, and a file here.
package brace
