// Package cache keeps on disk what was learned about projects, so that it
// survives the process.
//
// A folder holds one file for each section of each project. What is in a section
// carries the digests of the contents it was made from: whether it still holds is
// for its reader to decide, nothing in a cache is true by itself. A file that is
// damaged, cut short, or written by another build of the program is a miss, never
// an error. Processes may share a folder: files are replaced as wholes, and the
// last to write wins.
package cache
