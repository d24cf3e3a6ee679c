package rust

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// reader adds the declarations of one file to it.
type reader struct{ *syntax.File }

// head is what stands before an item's keyword.
type head struct {
	from       int // first token but for attributes
	attributes []syntax.Attribute
	public     bool
	async      bool
}
