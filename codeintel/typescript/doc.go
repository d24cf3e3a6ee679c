// Package typescript analyses TypeScript and JavaScript with TypeScript's own
// compiler, linked in-process.
//
// An outline parses one file and lists what it declares. An [Analyzer] loads the
// files of a project into compiler programs, one per governing tsconfig.json.
// The parse alone gives what each file declares and a sketch of what it mentions
// by name; the type checker resolves every call and import of single files when
// asked to. After an edit, programs take over what has not changed, and the facts
// of a file hold as long as nothing that they were concluded from looks different.
//
// This package is the only user of the tsgo shim.
package typescript
