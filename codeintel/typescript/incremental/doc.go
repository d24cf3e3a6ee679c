// Package incremental keeps resolved facts valid across edits of the sources.
//
// It compares two versions of a file statement by statement, follows changed names
// through imports to the files that they affect, and carries over the resolved parts
// of statements that are not affected.
package incremental
