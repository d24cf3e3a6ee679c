// Package impact tells what a change of an element or file reaches: who depends
// on it, how hard each is hit, which tests run it, and how risky it is.
//
// Dependents are found breadth first through calls, what overrides may be called,
// imports, references and heritage. What is hit, and how hard, depends on the
// operation; see [Operation] for the rule. A dependent within the target itself is
// none.
package impact
