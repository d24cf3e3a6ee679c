// Package parser builds the syntax tree of a Python file. It accepts the complete grammar of
// Python 3.14, and enough of Python 2 to read the rest of a file that contains it.
//
// [Parse] always returns a tree. It reports the first syntax error and recovers from every
// syntax error: it skips an invalid statement, but reads the block below that statement.
// Time and memory are linear in the size of the text.
package parser
