// Package inspect measures one TypeScript or JavaScript file from its syntax tree
// alone: the complexity of its functions, its lines by kind, and, through package
// pattern, its patterns and tests.
package inspect
