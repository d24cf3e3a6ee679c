// Package lexer splits Python source text into tokens, including the indent and dedent tokens
// that delimit blocks.
//
// The lexer never stops at invalid input: it returns an Invalid token, sets an error text and
// continues after it.
package lexer
