package load

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// importer maps import paths to packages for the type checker.
type importer map[string]*Package

// Import implements [types.Importer].
func (i importer) Import(imp string) (*types.Package, error) {
	if imp == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i[imp]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	// The type checker uses the package returned with an error as a placeholder.
	return types.NewPackage(imp, syntax.GuessName(imp)), fmt.Errorf("package %s does not exist", imp)
}

// Package is a package that is type-checked without the bodies of its functions.
type Package struct {
	key     Key
	path    string
	name    string
	files   []*ast.File         // dropped after the check, except for the project's packages
	imports map[string]*Package // nil for missing packages and import cycles
	Types   *types.Package      // nil before the check
	paths   []string            // distinct paths of the imports
}

// Key identifies a package in a build.
type Key struct {
	Dir string // relative to the root for a package of the project, else absolute
	// Outside is set for packages outside the project. They have no view: their declarations
	// for the host are used for all platforms.
	Outside bool
	// External is set for the external tests of a folder, which cannot be imported.
	External bool
	View     project.View
}
