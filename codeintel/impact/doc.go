// Package impact reports the impact of changing an element or file: its dependents and their
// severity, the tests that reach it, and the risk of the change.
//
// Dependents are found breadth first through calls, possible calls of overridden members,
// imports, references and heritage. The severity depends on the operation; [Operation]
// describes the rule. Elements inside the target are not dependents.
package impact
