package native

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// reader adds the declarations of one file to it.
type reader struct {
	*syntax.File
	header  bool // other files include this one
	scanned int  // result of the last failed search by definition: no body of a record begins before this token
}
