// Package syntax parses Go files and lists their declarations with their signatures. It
// recovers from syntax errors and uses one file only.
package syntax
