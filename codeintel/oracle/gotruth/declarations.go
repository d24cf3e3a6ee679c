package gotruth

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// declarations parses every Go file of the module, those that a build here
// leaves out too, and lists what they declare at package level.
func (o *Oracle) declarations() error {
	return filepath.WalkDir(o.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != o.root && (strings.HasPrefix(name, ".") || name == "vendor" || name == "node_modules") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, _ := o.relative(path)
		o.paths = append(o.paths, path)
		o.lines += strings.Count(string(text), "\n")
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		d := declarer{oracle: o, file: rel, fset: fset}
		for _, decl := range file.Decls {
			d.decl(decl)
		}
		return nil
	})
}

type declarer struct {
	oracle *Oracle
	file   string
	fset   *token.FileSet
}

func (d *declarer) add(name *ast.Ident, kind, prefix string, exported bool) {
	if name.Name == "_" {
		return
	}
	d.oracle.declared = append(d.oracle.declared, truth.Declaration{
		File: d.file, Line: d.fset.Position(name.Pos()).Line, Kind: kind, Name: prefix + name.Name, Exported: exported && name.IsExported(),
	})
}

func (d *declarer) decl(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			d.add(decl.Name, "function", "", true)
			return
		}
		receiver := receiverName(decl.Recv.List[0].Type)
		d.add(decl.Name, "method", receiver+".", ast.IsExported(receiver))
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			d.spec(spec, decl.Tok)
		}
	}
}

func (d *declarer) spec(spec ast.Spec, tok token.Token) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		kind := "variable"
		if tok == token.CONST {
			kind = "constant"
		}
		for _, name := range spec.Names {
			d.add(name, kind, "", true)
		}
	case *ast.TypeSpec:
		kind := "type"
		switch t := spec.Type.(type) {
		case *ast.StructType:
			kind = "class"
		case *ast.InterfaceType:
			kind = "interface"
			defer d.methods(t, spec.Name)
		}
		if spec.Assign.IsValid() {
			kind = "type"
		}
		d.add(spec.Name, kind, "", true)
	}
}

// methods lists the methods that an interface declares itself.
func (d *declarer) methods(t *ast.InterfaceType, owner *ast.Ident) {
	for _, field := range t.Methods.List {
		if _, ok := field.Type.(*ast.FuncType); ok {
			for _, name := range field.Names {
				d.add(name, "method", owner.Name+".", owner.IsExported())
			}
		}
	}
}

func receiverName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return receiverName(t.X)
	case *ast.ParenExpr:
		return receiverName(t.X)
	case *ast.IndexExpr:
		return receiverName(t.X)
	case *ast.IndexListExpr:
		return receiverName(t.X)
	}
	return ""
}
