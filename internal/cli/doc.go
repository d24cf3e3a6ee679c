// Package cli is coderefd's command line, one file for each verb.
//
// Data goes to stdout, everything else to stderr. [Main] uses the arguments, streams and
// signals of this process, [Run] those of its parameters. Both return the exit code; the
// codes are listed in exit.go. root.go assembles the verbs, remote.go calls the running
// service, and the packages below this one read arguments and format output.
package cli
