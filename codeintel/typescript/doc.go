// Package typescript analyses TypeScript and JavaScript with TypeScript's own
// compiler, linked in-process.
//
// [Language] is the entry point. An [Analyzer] loads the files of a project into
// compiler programs, one per governing tsconfig.json. The declarations and mentions of
// a file come from its syntax tree alone; the type checker resolves the calls, imports
// and references of single files on demand. After an edit, unaffected results are kept.
//
// A package imports only packages that are above it in this list:
//
//	syntax       single nodes of a syntax tree
//	outline      declarations of one file
//	pattern      patterns and tests of one file
//	inspect      metrics of one file
//	summary      parts of one file on which other files can depend
//	project      file system, configurations and manifests
//	program      compiler programs and their dependency graphs
//	resolve      names, with the type checker
//	incremental  effects of an edit on the facts of all files
//
// The packages from syntax to summary use only syntax trees. Only package typescript and the listed
// packages import the tsgo shim.
package typescript
