// Package infer infers the values that Python expressions can have: modules, classes,
// functions, and instances of classes. It uses annotations and, where there are none,
// assigned and returned values.
//
// The inferred values are the least solution of the equations between expressions, so
// that a result does not depend on the expression at which evaluation started.
package infer
