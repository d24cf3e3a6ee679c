// Package syntax examines single nodes of a TypeScript or JavaScript syntax tree: the
// callees, assignments, imports and exports in an expression or statement, and the
// function that a node declares.
//
// It needs neither other files nor the type checker.
package syntax
