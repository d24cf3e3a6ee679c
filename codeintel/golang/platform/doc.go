// Package platform evaluates the build constraints of Go files: the constraint comments,
// the suffixes of file names, and cgo.
package platform
