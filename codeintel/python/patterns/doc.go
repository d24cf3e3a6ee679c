// Package patterns recognizes common patterns in a syntax tree: routes, event handlers,
// dependency injection, error handling, asynchronous code, guard clauses and tests.
// It uses only the syntax tree of one file.
package patterns
