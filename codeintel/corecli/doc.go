// Package corecli runs an installed coderef command-line program in place of the engine.
//
// [Find] locates the program and checks its version. Each method of [CLI] runs one command,
// finds the JSON in its output, and converts the formats of the known versions to one
// result type. Output in an unknown format is an [Error], never an empty result.
package corecli
