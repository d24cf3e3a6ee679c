package native

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// reader adds the declarations of one file to it.
type reader struct {
	*syntax.File
	header  bool // other files include this one
	scanned int  // no definition begins at a class, struct, union or enum before this token
}
