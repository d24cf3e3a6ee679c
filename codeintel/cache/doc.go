// Package cache keeps analysis results of projects on disk, so that they survive the
// process.
//
// A folder contains one file for each section of each project. A section contains the digests
// of the files it was made from, and its reader decides whether it is still valid. A file that
// is damaged, truncated, or written by another build of the program is a miss. Processes may
// share a folder: files are replaced atomically, and the last write takes effect.
package cache
