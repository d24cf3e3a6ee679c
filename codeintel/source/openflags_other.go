//go:build !unix

package source

// openFlags is empty: opening a file does not wait on these systems.
const openFlags = 0
