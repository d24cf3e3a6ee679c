// Package facts defines the data that language analysers produce and the graph consumes:
// the declarations, mentions, calls and imports of files.
//
// A language works at three depths. An outline reads one file and lists what it
// declares. An [Analyzer] sees all files of a project together: it keeps what
// each file mentions by name, which needs no types, and resolves single files
// with types when a question needs them. All data are plain values, without
// references to syntax trees or types.
package facts
