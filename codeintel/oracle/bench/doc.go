// Command bench measures coderef-mcp against its goals, and against alternative tools, in
// one run on one machine:
//
//	scan          process start to the full result       against ast-grep, for Python universal-ctags
//	restart       the same, with the cache on disk of an earlier process
//	graph         process start to the whole graph       against TypeScript's checker
//	import graph  process start to the whole graph       against dependency-cruiser
//	large         copies of all packages as one project  against a fixed amount of memory
//	first query   process start to the result            against TypeScript's language service
//	warm query    in a running process                   against a fixed time
//	after an edit in a running process                   against a fixed time
//
// The sides of a comparison run alternately, and their medians are compared, so that a busy
// machine slows both. The measured program is the released one, queried over MCP on its
// standard input and output, with default settings except that the cache on disk is off.
// Only restart uses a cache, in a separate folder.
package main
