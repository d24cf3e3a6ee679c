// Package index answers questions about projects and keeps what it learned.
//
// Nothing it answers is stale: every call looks at the project's files, reads what
// changed, and has the languages take up what that means; whatever is remembered
// is used only as long as the contents it was made from are those on disk. A
// question resolves the files that may matter to it and no others; what is
// resolved stays, also when the call that wanted it is cancelled.
//
// Calls may run concurrently; those of one project take turns.
package index
