// Package change compares two versions of files and reports which elements differ: those that were
// added, removed or modified, and in what, and those that were renamed or moved.
//
// It compares the texts of elements and not lines, so that an element that only moved within its
// file is unchanged. Comments on lines of their own, blank lines and, except in Python, indentation
// do not count outside of test files; docstrings do.
package change
