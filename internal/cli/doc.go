// Package cli is coderefd's command line, one file for each verb.
//
// Data goes to stdout, everything else to stderr. [Run] returns the exit code; the
// codes are listed in exit.go.
package cli
