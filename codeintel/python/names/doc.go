// Package names finds the bindings of names across the modules of a project. It follows
// imports, including star imports, and infers no types.
package names
