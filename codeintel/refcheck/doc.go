// Package refcheck checks the references in the comments of source texts against
// what a project declares.
package refcheck
