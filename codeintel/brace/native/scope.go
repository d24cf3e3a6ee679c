package native

import "github.com/coderef-system/coderefd/codeintel/brace/syntax"

// scope is the declaration that contains others, or the file.
type scope struct {
	syntax.Owner
	class  bool // a class, struct or union
	hidden bool // members from here on are private or protected
}

// head holds the attributes and storage class before the type of a declaration.
type head struct {
	from       int // its first token
	attributes []syntax.Attribute
	static     bool
}
