package managed

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// reader adds the declarations of one file to it.
type reader struct {
	*syntax.File
	csharp bool // the language is C#, not Java
}

// errorTypes are globs of the base types of error types.
var errorTypes = []string{"*Exception", "*Error", "Throwable"} //nolint:gochecknoglobals // never written
