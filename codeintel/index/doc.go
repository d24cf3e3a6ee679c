// Package index runs queries on projects and keeps the analysis results.
//
// No result is stale: every call checks the project's files, reads the changed ones, and
// updates the language analyzers. A kept result is used only while the files it was made
// from are unchanged on disk. A query resolves only the files that may affect its result.
// Resolved files stay resolved, even if the call is cancelled.
//
// Calls may run concurrently; calls of one project run one after the other.
package index
