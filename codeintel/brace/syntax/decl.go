package syntax

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// Decl is a declaration and the tokens it consists of. Fields that end in At, and
// From, To, Body, BodyEnd and Bases, are indexes of tokens; the end of a range is
// excluded.
type Decl struct {
	facts.Decl
	NameAt        int    // its name; -1 for a macro that is a directive
	From, To      int    // the declaration without its attributes
	Body, BodyEnd int    // its body, without the braces; -1 for none
	Bases         [2]int // the types that a type extends and implements
	Of            string // the type of a member that is declared outside of the type
	Attributes    []Attribute
	Prototype     bool // a function that is declared and may be defined elsewhere
	Count         int  // the number of parameters

	types string // the types of the parameters without spaces, if the language has prototypes
}

// Attribute is a decorator, annotation or attribute of a declaration.
type Attribute struct {
	Name     string // without path and arguments
	From, To int    // tokens, without the mark before them
}

// Owner is the declaration that contains others, or the file.
type Owner struct {
	Decl     int    // index of the declaration; -1 for none
	Prefix   string // prefix of the names of its members: "" or "A.B."
	Name     string // its own name, unqualified
	Exported bool
	Top      bool   // its members count as top-level
	Kind     string // its type, as in [facts.Element]
}

// FileOwner returns the owner of the declarations at the top of a file.
func FileOwner() Owner { return Owner{Decl: -1, Exported: true, Top: true, Kind: facts.FileType} }

// Simple returns the name of a declaration without qualifiers.
func (d *Decl) Simple() string { return d.Name[strings.LastIndexByte(d.Name, '.')+1:] }

// IsType reports whether a declaration with the element type elementType declares a type.
func IsType(elementType string) bool {
	switch elementType {
	case facts.Class, facts.Interface, facts.Enum, facts.TypeAlias:
		return true
	}
	return false
}
