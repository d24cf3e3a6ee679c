// Package patterns finds patterns in the code of a project: those in the text of a single file,
// duplicate functions, and functions that no test reaches.
package patterns
