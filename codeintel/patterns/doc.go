// Package patterns finds known ways of writing code in a project: those that the
// text of a file shows, functions that are alike, and functions no test reaches.
package patterns
