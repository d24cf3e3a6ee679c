// Package source finds the source files of a project and detects changes. It handles
// folders, ignore rules and file stamps, and is independent of languages.
package source
