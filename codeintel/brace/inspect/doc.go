// Package inspect measures the functions of one file and finds patterns in it: error
// handling, asynchronous code, guard clauses, dependency injection, routes, event
// handlers and tests.
//
// It works on tokens and declarations, resolves no names, and takes time proportional to the
// text. [Language] holds everything that differs between languages; the code of this package
// does not depend on the language.
package inspect
