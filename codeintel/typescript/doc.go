// Package typescript analyses TypeScript and JavaScript with TypeScript's own
// compiler, linked in-process.
//
// It works at two speeds. [Outline] parses one file and lists what it
// declares. [Analyze] loads the files of a project into compiler programs, one
// per governing tsconfig.json, and resolves every call and import with the
// type checker. Nothing of the compiler (trees, programs, types) outlives a
// call: both return plain values.
//
// This package is the only user of the tsgo shim.
package typescript
