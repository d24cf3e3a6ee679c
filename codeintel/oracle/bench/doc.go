// Command bench measures coderef-mcp against its goals, and against the tools
// that people would use instead, in one run on one machine:
//
//	scan          process start to the full answer   against ast-grep, for Python universal-ctags
//	restart       the same from what a process before kept on disk
//	graph         process start to the whole graph   against TypeScript's checker
//	import graph  process start to the whole graph   against dependency-cruiser
//	large         copies of all packages as one project  against a fixed amount of memory
//	first query   process start to the answer        against TypeScript's language service
//	warm query    in a running process               against a fixed time
//	after an edit in a running process               against a fixed time
//
// Both sides of a comparison take turns, and medians are compared, so that a
// busy machine slows both. The program is the one that users get, with its
// default settings but for its cache on disk, asked over MCP on its standard input
// and output. Only restart gives it a cache, of its own.
package main
