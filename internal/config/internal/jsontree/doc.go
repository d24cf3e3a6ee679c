// Package jsontree parses JSON with comments, the format of many editors' configuration files, into a tree. Each
// value in the tree has its line and column.
package jsontree
