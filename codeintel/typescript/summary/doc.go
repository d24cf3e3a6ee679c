// Package summary derives from the syntax tree of one file what other files can
// depend on: its declarations, the names it mentions, and a digest (its shape) of
// everything that is visible from outside.
//
// A summary needs neither the type checker nor other files. Comparing the summaries
// of two versions of a file shows which other files an edit can affect.
package summary
