package native

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// reader adds the declarations of one file to it.
type reader struct {
	*syntax.File
	header bool // other files include this one
	noBody int  // class, struct, union and enum before this token begin no definition
}
