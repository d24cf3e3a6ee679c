// Package corecli runs an installed coderef command-line program in place of the engine. It finds the program and checks its version, runs it, finds the
// JSON in what it prints, and turns every shape that versions of it are known to
// print into one. What cannot be understood is an [Error], never an empty result.
package corecli
