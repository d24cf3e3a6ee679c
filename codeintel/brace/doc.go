// Package brace outlines languages that group by braces (Rust, Java, C, C++ and
// C#) from their tokens, without types and without a whole grammar.
//
// One lexer with a table for each language ([dialect]) makes tokens and matches
// brackets; one reader for each family of languages lists declarations from
// them. All of it takes time in proportion to the text, whatever the text: what is
// not understood is passed over. Names are not resolved: calls are reported as
// unresolved, and imports only where the rules of paths decide where they lead.
package brace
