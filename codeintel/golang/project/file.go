package project

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/layout"
	"github.com/coderef-system/coderefd/codeintel/golang/platform"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// File is the index entry of a file, derived from its syntax. It is immutable except for its
// skeleton.
type File struct {
	Path, Dir string
	Digest    facts.Digest
	Broken    bool // the parser failed: only the path is known
	Lines     int
	Decls     []facts.Decl
	Warning   string

	Name       string // name in the package clause
	IsTest     bool   // the file is a _test.go file
	Condition  platform.Condition
	Platform   platform.Platform // a platform whose build includes it; the host if possible
	Standalone bool              // no build includes it
	Imports    []string          // distinct import paths
	Shape      shape

	Methods    []MethodDecl // methods declared in the file
	Interfaces []InterfaceDecl
	Derived    []Derivation
	Types      []string // names of the types declared in the file

	Skeleton *syntax.Tree // tree without bodies; nil until needed
}

// MethodDecl is a method declaration.
type MethodDecl struct {
	Receiver, Name string
	Decl           int
}

// InterfaceDecl is a named interface with the methods that it declares itself.
type InterfaceDecl struct {
	Name    string
	Decl    int
	Methods []MethodDecl
}

// Derivation is a type that gets methods from other types, by embedding or as an alias. The
// types are known by their names without package.
type Derivation struct {
	Name      string
	Bases     []string
	Qualified bool // some of the bases belong to other packages
}

// NewFile returns the index entry of a parsed file.
func NewFile(path, text string, digest facts.Digest, t *syntax.Tree, host platform.Platform,
	names map[string]facts.Role,
) *File {
	dir, base := layout.Split(path)
	f := &File{
		Path: path, Dir: dir, Digest: digest, Lines: syntax.LineCount(text), Decls: t.Decls, Warning: t.Warning,
		Name: t.AST.Name.Name, IsTest: strings.HasSuffix(base, "_test.go"), Condition: platform.ConditionOf(base, text),
	}
	for _, spec := range t.AST.Imports {
		imported := syntax.ImportPath(spec)
		if imported == "C" {
			f.Condition.Cgo = true
		}
		if imported != "" && !slices.Contains(f.Imports, imported) {
			f.Imports = append(f.Imports, imported)
		}
	}
	f.Platform = host
	if !f.Condition.Matches(host) {
		var ok bool
		f.Platform, ok = f.Condition.PlatformFor(host)
		f.Standalone = !ok
	}
	f.Shape = shapeOf(t.AST, &f.Condition, names)
	f.collect(t)
	return f
}

// collect records the declarations that affect which types implement which interfaces.
func (f *File) collect(t *syntax.Tree) {
	for _, d := range t.AST.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if i, ok := t.FuncDecls[d]; ok && d.Recv != nil {
				if receiver := syntax.ReceiverType(d); receiver != nil {
					f.Methods = append(f.Methods, MethodDecl{receiver.Name, d.Name.Name, i})
				}
			}
		case *ast.GenDecl:
			if d.Tok != token.TYPE {
				continue
			}
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					f.collectType(t, s)
				}
			}
		}
	}
}

func (f *File) collectType(t *syntax.Tree, s *ast.TypeSpec) {
	f.Types = append(f.Types, s.Name.Name)
	switch x := s.Type.(type) {
	case *ast.InterfaceType:
		decl, ok := t.DeclAt[s.Name.Pos()]
		if !ok {
			return // a blank interface
		}
		i := InterfaceDecl{Name: s.Name.Name, Decl: decl}
		for _, field := range x.Methods.List {
			for _, name := range field.Names {
				if decl, ok := t.DeclAt[name.Pos()]; ok {
					i.Methods = append(i.Methods, MethodDecl{s.Name.Name, name.Name, decl})
				}
			}
		}
		f.Interfaces = append(f.Interfaces, i)
		f.derive(s.Name.Name, x.Methods)
	case *ast.StructType:
		f.derive(s.Name.Name, x.Fields)
	default:
		if name, qualified := syntax.TypeName(x); name != "" {
			f.Derived = append(f.Derived, Derivation{s.Name.Name, []string{name}, qualified})
		}
	}
}

// derive records the types that a type embeds.
func (f *File) derive(name string, fields *ast.FieldList) {
	d := Derivation{Name: name}
	for _, field := range fields.List {
		if of, qualified := syntax.TypeName(field.Type); len(field.Names) == 0 && of != "" {
			d.Bases, d.Qualified = append(d.Bases, of), d.Qualified || qualified
		}
	}
	if len(d.Bases) > 0 {
		f.Derived = append(f.Derived, d)
	}
}
