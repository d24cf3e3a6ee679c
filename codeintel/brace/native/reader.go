package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
)

// reader adds the declarations of one file to it.
type reader struct {
	*syntax.File
	header bool // other files include this one
	noBody int  // class, struct, union and enum before this token begin no definition
}

func read(f *syntax.File) {
	r := &reader{File: f}
	for _, extension := range []string{".h", ".hpp", ".hh"} {
		r.header = r.header || strings.HasSuffix(f.Path, extension)
	}
	r.macros()
	r.items(0, len(r.Tokens), scope{Owner: syntax.FileOwner()})
}
