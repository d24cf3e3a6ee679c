package gotruth

import (
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Oracle knows one module, its tests included.
type Oracle struct {
	root     string
	paths    []string // of all Go files
	packages []*packages.Package
	declared []truth.Declaration
	lines    int
	calls    *calls
	imports  *imports
	files    []truth.Declaration // the sampled targets of imports
}

// relative returns a path relative to the module with slashes; false for a file
// outside of it.
func (o *Oracle) relative(path string) (string, bool) {
	rel, err := filepath.Rel(o.root, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// place names a declaration: no two of a file have name and line in common.
type place struct {
	file string
	line int
	name string // without the type it belongs to
}

func placeOf(d truth.Declaration) place {
	return place{d.File, d.Line, d.Name[strings.LastIndexByte(d.Name, '.')+1:]}
}

// site is where something is called.
type site struct {
	file         string
	line, column int
}

// calls holds who calls what in the module. A package and its variant with
// tests are the same here: everything goes by where it is written.
type calls struct {
	direct        map[place]map[site]bool
	through       map[string][]interfaceCall // by method name
	carriers      map[place][]*types.Named   // types that have the method, embedded or not
	values        map[site]bool              // calls of function values
	holdsFunction map[place]bool             // variables
	types         map[string][]*types.Named  // by package path and name, as each variant has it
	texts         map[string][]string
}

// interfaceCall is a call of an interface's method.
type interfaceCall struct {
	at       site
	receiver []types.Type // the interface, or a type parameter, as each variant of its package has it
	outside  bool         // the method is declared outside the module
}

// imports holds which files of the module import its packages, and what of
// them they name.
type imports struct {
	importable []truth.Declaration      // files of packages that may be imported
	named      map[place]map[site]bool  // by declaration
	files      map[string]map[site]bool // by file of the declarations
	whole      map[string]map[site]bool // blank and dot imports, by folder of the package
}
