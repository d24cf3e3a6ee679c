// Package source finds the source files of a project and tells when they
// change. It knows folders, ignore rules and file stamps, and no language.
package source
