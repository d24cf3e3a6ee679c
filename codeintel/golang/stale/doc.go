// Package stale finds the files whose facts an edit makes invalid, and drops the loaded
// packages that depend on it.
package stale
