// Package token defines the lexical elements of Python: positions in a file,
// kinds of tokens, keywords and comments.
package token
