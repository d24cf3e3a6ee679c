// Package jsontree reads JSON with comments, as editors write it, into a tree whose values know their lines and
// columns.
package jsontree
