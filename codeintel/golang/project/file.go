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

// File is what is known of one version of a project's file from its parse alone.
// It is immutable but for its skeleton.
type File struct {
	Path, Dir string
	Digest    facts.Digest
	Broken    bool // the parser failed: nothing is known but the name
	Lines     int
	Decls     []facts.Decl
	Warning   string

	Name       string // of the package clause
	IsTest     bool   // _test.go
	Condition  platform.Condition
	Platform   platform.Platform // a build it is part of: the host's if it can be
	Standalone bool              // it is part of none
	Imports    []string          // paths, distinct
	Shape      shape

	Methods    []MethodDecl // of types
	Interfaces []InterfaceDecl
	Derived    []Derivation
	Types      []string // names of all types

	Skeleton *syntax.Tree // without bodies; nil until needed
}

// MethodDecl is a method that a type of the package declares.
type MethodDecl struct {
	Receiver, Name string
	Decl           int
}

// InterfaceDecl is a named interface with the methods it declares itself.
type InterfaceDecl struct {
	Name    string
	Decl    int
	Methods []MethodDecl
}

// Derivation says that a type has methods of others, known by the last parts of
// their names: by embedding them, or by being another name of them.
type Derivation struct {
	Name      string
	Bases     []string
	Qualified bool // some of them are other packages'
}

// NewFile takes what is known of a file out of its tree.
func NewFile(path, text string, digest facts.Digest, t *syntax.Tree, host platform.Platform, names map[string]facts.Role) *File {
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

// collect lists what decides about who implements what.
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
			return // a blank one
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

// derive notes what a type embeds.
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
