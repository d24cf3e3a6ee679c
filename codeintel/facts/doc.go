// Package facts defines the data that language analysers produce and the graph consumes:
// the declarations, mentions, calls and imports of files.
//
// A language works at three depths. An outline reads one file and lists its declarations. An
// [Analyzer] reads all files of a project. It keeps the names that each file mentions, which
// requires no types, and resolves single files with types when a query needs them. All data
// are plain values, without references to syntax trees or types.
package facts
