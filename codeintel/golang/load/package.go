package load

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/coderef-system/coderefd/codeintel/golang/project"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// importer hands out packages by import path.
type importer map[string]*Package

// Import implements [types.Importer].
func (i importer) Import(imp string) (*types.Package, error) {
	if imp == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i[imp]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	// The type checker takes what comes with an error for a stand-in.
	return types.NewPackage(imp, syntax.GuessName(imp)), fmt.Errorf("package %s is not there", imp)
}

// Package is a package as others see it: type-checked without the bodies of its
// functions.
type Package struct {
	key     Key
	path    string
	name    string
	files   []*ast.File         // dropped once checked, if it is none of the project's
	imports map[string]*Package // nil for what is not there, or would import in a circle
	Types   *types.Package      // nil until checked
	paths   []string            // what the files import, distinct
}

type Key struct {
	Dir string // relative to the root for the project's, else absolute
	// Outside is set for packages from elsewhere. They have no world: what they
	// declare for this machine will do for files that are for others.
	Outside bool
	// External is set for the external tests of a folder, which nobody imports.
	External bool
	World    project.View
}
