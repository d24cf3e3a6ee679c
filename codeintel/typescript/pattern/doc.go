// Package pattern recognises patterns of code, such as routes, event handlers,
// dependency injection, React components and tests, in the syntax tree of one file.
package pattern
