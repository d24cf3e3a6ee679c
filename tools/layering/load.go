package main

import (
	"errors"
	"fmt"
	"go/types"
	"path/filepath"
	"sort"

	"golang.org/x/tools/go/packages"
)

const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedExportFile |
	packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo

// load returns the file graph of every package that matches the patterns,
// sorted by import path. It fails if a package does not type-check.
func load(dir string, patterns []string) ([]graph, error) {
	pkgs, err := packages.Load(&packages.Config{Mode: loadMode, Dir: dir}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("load packages: %w", err)
	}
	if len(pkgs) == 0 {
		return nil, errors.New("no packages match")
	}
	var graphs []graph
	for _, pkg := range pkgs {
		if len(pkg.Errors) > 0 {
			return nil, fmt.Errorf("load %s: %w", pkg.PkgPath, pkg.Errors[0])
		}
		graphs = append(graphs, fileGraph(pkg))
	}
	sort.Slice(graphs, func(i, j int) bool { return graphs[i].pkg < graphs[j].pkg })
	return graphs, nil
}

// fileGraph collects the references between the files of one package.
func fileGraph(pkg *packages.Package) graph {
	index := map[string]int{}
	g := graph{pkg: pkg.PkgPath}
	for _, file := range pkg.Syntax {
		g.files = append(g.files, filepath.Base(pkg.Fset.File(file.Package).Name()))
	}
	sort.Strings(g.files)
	for i, name := range g.files {
		index[name] = i
	}
	g.refs = make([]map[int]bool, len(g.files))
	for i := range g.refs {
		g.refs[i] = map[int]bool{}
	}
	fileOf := func(obj types.Object) (int, bool) {
		if obj.Pkg() != pkg.Types || !obj.Pos().IsValid() {
			return 0, false
		}
		i, ok := index[filepath.Base(pkg.Fset.File(obj.Pos()).Name())]
		return i, ok
	}
	for ident, obj := range pkg.TypesInfo.Uses {
		from := index[filepath.Base(pkg.Fset.File(ident.Pos()).Name())]
		if _, isImport := obj.(*types.PkgName); isImport {
			continue
		}
		if to, ok := fileOf(obj); ok && to != from {
			g.refs[from][to] = true
		}
	}
	return g
}
