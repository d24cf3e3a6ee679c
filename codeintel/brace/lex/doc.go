// Package lex splits the text of a file into tokens and matches its brackets.
//
// One lexer serves all languages: [Rules] lists the lexical features that a
// language has. Lexing takes time proportional to the length of the text and
// accepts any text; only nesting deeper than a fixed bound is an error.
package lex
