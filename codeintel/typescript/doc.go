// Package typescript analyses TypeScript and JavaScript with TypeScript's own
// compiler, linked in-process.
//
// [Language] is the entry point. An [Analyzer] loads the files of a project into
// compiler programs, one per governing tsconfig.json. The syntax trees alone give what
// each file declares and mentions; the type checker resolves the calls, imports and
// references of single files on demand. After an edit, unaffected results are kept.
//
// The packages below import each other in one direction, bottom to top:
//
//	syntax       single nodes of a syntax tree
//	outline      declarations of one file
//	pattern      patterns and tests of one file
//	inspect      metrics of one file
//	summary      what other files can depend on in one file
//	project      file system, configurations and manifests
//	program      compiler programs and their dependency graphs
//	resolve      names, with the type checker
//	incremental  what an edit affects
//
// Packages up to summary need syntax only. These packages are the only users of the
// tsgo shim.
package typescript
