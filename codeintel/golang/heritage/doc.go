// Package heritage finds the types and methods that implement the interfaces of a
// project. Method names select the candidates; the type checker decides.
package heritage
