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

// declarations parses every Go file of the module, including files that the build of this
// machine excludes. It lists the declarations of packages, members and function bodies.
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
			d.bodies(decl)
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
		File: d.file, Line: d.fset.Position(name.Pos()).Line, Kind: kind, Name: prefix + name.Name,
		Exported: exported && name.IsExported(),
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
		d.typeSpec(spec, "", true)
	}
}

func (d *declarer) typeSpec(spec *ast.TypeSpec, prefix string, exported bool) {
	kind := "type"
	members := func() {}
	switch t := spec.Type.(type) {
	case *ast.StructType:
		kind = "class"
		members = func() { d.fields(t, prefix+spec.Name.Name+".", exported && spec.Name.IsExported()) }
	case *ast.InterfaceType:
		kind = "interface"
		members = func() { d.methods(t, prefix+spec.Name.Name+".", exported && spec.Name.IsExported()) }
	}
	if spec.Assign.IsValid() {
		kind = "type"
	}
	d.add(spec.Name, kind, prefix, exported)
	if spec.Name.Name != "_" {
		members()
	}
}

// fields lists the fields of a struct. An embedded field has the name of its type.
func (d *declarer) fields(t *ast.StructType, prefix string, exported bool) {
	for _, field := range t.Fields.List {
		for _, name := range field.Names {
			d.add(name, "property", prefix, exported)
		}
		if field.Names != nil {
			continue
		}
		last := lastName(field.Type)
		if last != nil {
			d.add(last, "property", prefix, exported)
		}
	}
}

// lastName returns T of *pkg.T[A].
func lastName(t ast.Expr) *ast.Ident {
	switch t := t.(type) {
	case *ast.Ident:
		return t
	case *ast.SelectorExpr:
		return t.Sel
	case *ast.StarExpr:
		return lastName(t.X)
	case *ast.IndexExpr:
		return lastName(t.X)
	case *ast.IndexListExpr:
		return lastName(t.X)
	}
	return nil
}

// methods lists the methods that an interface declares, without those that it embeds.
func (d *declarer) methods(t *ast.InterfaceType, prefix string, exported bool) {
	for _, field := range t.Methods.List {
		if _, ok := field.Type.(*ast.FuncType); ok {
			for _, name := range field.Names {
				d.add(name, "method", prefix, exported)
			}
		}
	}
}

// bodies lists the types that are declared in bodies, and the variables that are
// declared there with a function as their value.
func (d *declarer) bodies(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Body == nil || decl.Name.Name == "_" {
			return
		}
		prefix := decl.Name.Name + "."
		if decl.Recv != nil {
			prefix = receiverName(decl.Recv.List[0].Type) + "." + prefix
		}
		d.body(decl.Body, prefix)
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			v, ok := spec.(*ast.ValueSpec)
			if !ok || len(v.Names) != len(v.Values) {
				continue
			}
			for i, name := range v.Names {
				if name.Name != "_" {
					d.body(v.Values[i], name.Name+".")
				}
			}
		}
	}
}

func (d *declarer) body(body ast.Node, prefix string) {
	inner := map[ast.Node]string{} // named functions, with the prefix of the names in them
	function := func(left, value ast.Expr) {
		f, ok := value.(*ast.FuncLit)
		name, named := left.(*ast.Ident)
		if ok && named && name.Name != "_" {
			d.add(name, "function", prefix, false)
			inner[f] = prefix + name.Name + "."
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if p, ok := inner[n]; ok {
			d.body(n.(*ast.FuncLit).Body, p)
			return false
		}
		switch n := n.(type) {
		case *ast.TypeSpec:
			d.typeSpec(n, prefix, false)
		case *ast.AssignStmt:
			for i := range n.Lhs {
				if n.Tok == token.DEFINE && len(n.Lhs) == len(n.Rhs) {
					function(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i := range n.Names {
				if len(n.Names) == len(n.Values) {
					function(n.Names[i], n.Values[i])
				}
			}
		}
		return true
	})
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
