// Package toolargs builds the arguments of a tool from the flags --arg and --args of the command line, with
// the help of the tool's input schema. Its errors are errors of the command line and name the flag.
package toolargs
