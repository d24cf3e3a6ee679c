// Package index answers questions about projects and keeps what it learned.
//
// Nothing it answers is stale: every call walks the project, compares file
// stamps and reads what changed; cached outlines and graphs are used only as
// long as the contents they were made from are the contents on disk. Calls may
// run concurrently; calls that need the same graph share one build.
package index
