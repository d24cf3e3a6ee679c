// Package e2e holds the tests of the two built programs: they start bin-like
// binaries as a user would and reach them over the network only.
package e2e
