// Package refcheck checks the references in the comments of source texts against the
// declarations of a project.
package refcheck
