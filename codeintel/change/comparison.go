package change

import "github.com/coderef-system/coderefd/codeintel/facts"

// comparison is the state of [Compare].
type comparison struct {
	*Result
	removed, added []*decl // without a partner in the other version of their file
}

// version is one version of a file.
type version struct {
	path  string
	decls []*decl
}

// decl is a declaration with the part of its text that no other declaration in it contains.
type decl struct {
	*facts.Decl
	of   *version
	text string // see significant
}

// named returns the declarations, without the code outside all of them.
func (v *version) named() []*decl { return v.decls[:len(v.decls)-2] }
