// Package facts is the language between the analysers of programming languages
// and the graph: what files declare, mention, call and import.
//
// A language works at three depths. An outline reads one file and lists what it
// declares. An [Analyzer] sees all files of a project together: it keeps what
// each file mentions by name, which needs no types, and resolves single files
// with types when a question needs them. Everything here is plain values:
// nothing refers to syntax trees or types.
package facts
