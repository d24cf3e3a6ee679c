// Package outline lists the declarations of one TypeScript or JavaScript file
// from its syntax tree alone: names, kinds, line ranges, exports and signatures.
package outline
