package golang

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// outline collects a file's declarations.
type outline struct {
	*tree
	decls []facts.Decl
	at    map[token.Pos]int
	funcs map[*ast.FuncDecl]int
	types map[string]int // named types by name, for their methods
}

func newOutline(t *tree) *outline {
	return &outline{tree: t, at: map[token.Pos]int{}, funcs: map[*ast.FuncDecl]int{}, types: map[string]int{}}
}

func (o *outline) declarations(list []ast.Decl) {
	for _, d := range list {
		switch d := d.(type) {
		case *ast.FuncDecl:
			o.function(d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				o.spec(s, d.Tok)
			}
		}
	}
}

// function lists a function or method. A blank one cannot be referred to.
func (o *outline) function(d *ast.FuncDecl) {
	if d.Name.Name == "_" {
		return
	}
	if d.Recv == nil {
		o.funcs[d] = o.add(d.Name, d, facts.Function, d.Name.Name, d.Name.IsExported())
		return
	}
	name, exported := d.Name.Name, d.Name.IsExported()
	if receiver := receiverType(d); receiver != nil {
		name = receiver.Name + "." + name
		exported = exported && receiver.IsExported()
	}
	o.funcs[d] = o.add(d.Name, d, facts.Method, name, exported)
}

// receiverType returns the name of the type a method belongs to: T for T, *T and
// T[P]; nil when the receiver is malformed.
func receiverType(d *ast.FuncDecl) *ast.Ident {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return nil
	}
	name, _ := baseType(d.Recv.List[0].Type).(*ast.Ident)
	return name
}

// baseType strips pointers, parentheses and type arguments.
func baseType(t ast.Expr) ast.Expr {
	for {
		switch e := t.(type) {
		case *ast.StarExpr:
			t = e.X
		case *ast.ParenExpr:
			t = e.X
		case *ast.IndexExpr:
			t = e.X
		case *ast.IndexListExpr:
			t = e.X
		default:
			return t
		}
	}
}

func (o *outline) spec(s ast.Spec, kind token.Token) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		elementType := facts.Variable
		if kind == token.CONST {
			elementType = facts.Constant
		}
		for _, name := range s.Names {
			if name.Name != "_" {
				o.add(name, s, elementType, name.Name, name.IsExported())
			}
		}
	case *ast.TypeSpec:
		if s.Name.Name != "_" {
			o.typeSpec(s)
		}
	}
}

func (o *outline) typeSpec(s *ast.TypeSpec) {
	elementType := facts.TypeAlias
	switch s.Type.(type) {
	case *ast.StructType:
		elementType = facts.Class
	case *ast.InterfaceType:
		elementType = facts.Interface
	}
	if s.Assign.IsValid() {
		elementType = facts.TypeAlias
	}
	i := o.add(s.Name, s, elementType, s.Name.Name, s.Name.IsExported())
	o.types[s.Name.Name] = i
	if t, ok := s.Type.(*ast.InterfaceType); ok && t.Methods != nil {
		o.interfaceMethods(t, s.Name, i)
	}
}

// interfaceMethods lists the methods an interface itself declares; what it
// embeds is listed where that is declared.
func (o *outline) interfaceMethods(t *ast.InterfaceType, owner *ast.Ident, parent int) {
	for _, field := range t.Methods.List {
		if _, ok := field.Type.(*ast.FuncType); !ok {
			continue
		}
		for _, name := range field.Names {
			if name.Name != "_" {
				i := o.add(name, field, facts.Method, owner.Name+"."+name.Name, owner.IsExported() && name.IsExported())
				o.decls[i].Parent = parent
			}
		}
	}
}

// add lists one declaration: from the line of its name, so that comments above do
// not count, to the end of the node.
func (o *outline) add(name *ast.Ident, n ast.Node, elementType, qualified string, exported bool) int {
	i := len(o.decls)
	o.decls = append(o.decls, facts.Decl{
		Element: facts.Element{
			Type: elementType, Name: qualified, File: o.path,
			Line: o.line(name.Pos()), EndLine: max(o.line(name.Pos()), o.line(n.End()-1)), Exported: exported,
		},
		Parent: -1,
	})
	o.at[name.Pos()] = i
	return i
}

// finish links methods to their types and makes ids unique: of several
// declarations with one id, such as init functions, the later ones get their line.
func (o *outline) finish() {
	for d, i := range o.funcs {
		if receiver := receiverType(d); receiver != nil {
			if parent, ok := o.types[receiver.Name]; ok {
				o.decls[i].Parent = parent
			}
		}
	}
	seen := make(map[string]bool, len(o.decls))
	for i := range o.decls {
		d := &o.decls[i]
		d.TopLevel = d.Type != facts.Method
		designator := coderef2.Designator(d.Type)
		d.ID = coderef2.Format(designator, o.path, d.Name, 0)
		if seen[d.ID] {
			d.ID = coderef2.Format(designator, o.path, d.Name, d.Line)
		}
		for n := 2; seen[d.ID]; n++ { // two on one line
			d.ID = fmt.Sprintf("%s{n=%d}", coderef2.Format(designator, o.path, d.Name, d.Line), n)
		}
		seen[d.ID] = true
	}
}
