// Package syntax reads Python: the complete grammar of Python 3.14, and enough of
// Python 2 that its leftovers do not hide the rest of a file.
//
// [Parse] never fails. A syntax error is told, and what can be understood around
// it is kept: a statement that cannot be read is skipped, its block is not. Time
// and memory are linear in the size of the text.
package syntax
