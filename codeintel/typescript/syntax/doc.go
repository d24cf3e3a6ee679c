// Package syntax examines single nodes of a TypeScript or
// JavaScript syntax tree: what an expression calls, assigns, imports or exports,
// and which function a node declares.
//
// It needs neither other files nor the type checker.
package syntax
