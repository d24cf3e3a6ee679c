// Package summary derives from the syntax tree of one file the parts on which other
// files can depend: its declarations, the names it mentions, and a digest (its shape) of
// everything that is visible to other files.
//
// A summary needs neither the type checker nor other files. Comparing the summaries
// of two versions of a file shows which other files an edit can affect.
package summary
