package gotruth

import (
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Oracle is the oracle for one Go module, including its tests.
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

// relative returns a path relative to the module, with slashes; false for a file outside
// the module.
func (o *Oracle) relative(path string) (string, bool) {
	rel, err := filepath.Rel(o.root, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// place identifies a declaration: no two declarations of a file have the same name and line.
type place struct {
	file string
	line int
	name string // without the name of the type that has the member
}

func placeOf(d truth.Declaration) place {
	return place{d.File, d.Line, d.Name[strings.LastIndexByte(d.Name, '.')+1:]}
}

// site is the place of a call or an import.
type site struct {
	file         string
	line, column int
}

// calls holds the calls of the module. It identifies declarations by their place, so a
// package and its variant with tests are the same.
type calls struct {
	direct        map[place]map[site]bool
	through       map[string][]interfaceCall // by method name
	carriers      map[place][]*types.Named   // types that have the method, also by embedding
	values        map[site]bool              // calls of function values
	holdsFunction map[place]bool             // package variables of function type
	types         map[string][]*types.Named  // by package path and name; one type per variant
	texts         map[string][]string        // lines, by file
}

// interfaceCall is a call of an interface's method.
type interfaceCall struct {
	at       site
	receiver []types.Type // the interface or type parameter; one type per variant of its package
	outside  bool         // the method is declared outside the module
}

// imports holds the imports of the module's packages within the module, by the
// declarations and files that the importing files use.
type imports struct {
	importable []truth.Declaration      // files of packages that may be imported
	named      map[place]map[site]bool  // by declaration
	files      map[string]map[site]bool // by file of the declarations
	whole      map[string]map[site]bool // blank and dot imports, by folder of the package
}
