package rust

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// reader adds the declarations of one file to it.
type reader struct{ *syntax.File }

// head holds the attributes and modifiers before the keyword of an item.
type head struct {
	from       int // the first token after the attributes
	attributes []syntax.Attribute
	public     bool
	async      bool
}
