// Package output formats what the verbs of the command line print: tables, JSON, and text that is safe for
// terminals.
package output
