// Package diff reads unified diffs as git writes them, and finds the texts of both sides of each
// file: one side is on disk, and the diff leads from it to the other one.
package diff
