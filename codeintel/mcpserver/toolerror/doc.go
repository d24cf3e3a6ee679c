// Package toolerror defines the error object of coderef-mcp: the body of a tool result
// with isError, and the data of a failed resource read.
//
// Every code is one row of [Codes]. Handlers return errors of the engine or an [Error];
// [From] converts both.
package toolerror
