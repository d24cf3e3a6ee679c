// Package syntax lists the declarations, imports and calls of one file, as they are
// written. It resolves no names.
//
// [Parse] runs the reader of a language on the tokens of a text. The reader lists
// declarations with [File.Add] and [File.Sign]; [Grammar] describes the language to the
// shared code. Parsing takes time proportional to the text and skips text that the
// reader does not understand.
package syntax
