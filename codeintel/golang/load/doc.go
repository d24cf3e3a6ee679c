// Package load parses and type-checks packages without the bodies of their functions,
// with all packages that they import.
package load
