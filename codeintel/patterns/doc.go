// Package patterns finds patterns in the code of a project: those that the text of a
// file shows, duplicate functions, and functions that no test reaches.
package patterns
