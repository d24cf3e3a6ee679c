// Package graph holds the elements of a project and the calls and imports
// between them, and answers the six queries: calls, imports and depends-on,
// each in both directions.
//
// Of every file it knows what the file declares and mentions by name; what the
// file refers to is known only once it has been resolved. A question is answered
// from the files that may matter to it by what they mention, its candidates: the
// answer names those that are not resolved yet, and is asked for again when they
// are. Facts of other files are never looked at, so an answer does not depend on
// what happens to be resolved already.
//
// A graph is not safe for concurrent use.
package graph
