// Package syntax describes what one file declares, imports and calls, as it is
// written: nothing here resolves a name.
//
// [Parse] runs the reader of a language on the tokens of a text. The reader lists
// declarations with [File.Add] and [File.Sign]; [Grammar] is what the shared code
// needs to know about the language. Parsing takes time proportional to the text and
// skips what it does not understand.
package syntax
