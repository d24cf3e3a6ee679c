package syntax

import (
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

func (o *outline) declarations(list []ast.Decl) {
	for _, d := range list {
		switch d := d.(type) {
		case *ast.FuncDecl:
			o.function(d)
		case *ast.GenDecl:
			o.group = d
			for _, s := range d.Specs {
				o.spec(s, d.Tok)
			}
		}
	}
}

// function lists a function or method. A blank function cannot be referenced and is not
// listed.
func (o *outline) function(d *ast.FuncDecl) {
	if d.Name.Name == "_" {
		return
	}
	if d.Recv == nil {
		o.funcs[d] = o.add(d.Name, d, facts.Function, d.Name.Name, d.Name.IsExported(),
			origin{[]*ast.CommentGroup{d.Doc}, d.Type})
		return
	}
	name, exported := d.Name.Name, d.Name.IsExported()
	if receiver := ReceiverType(d); receiver != nil {
		name = receiver.Name + "." + name
		exported = exported && receiver.IsExported()
	}
	o.funcs[d] = o.add(d.Name, d, facts.Method, name, exported, origin{[]*ast.CommentGroup{d.Doc}, d.Type})
}

func (o *outline) spec(s ast.Spec, kind token.Token) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		elementType := facts.Variable
		if kind == token.CONST {
			elementType = facts.Constant
		}
		for i, name := range s.Names {
			if name.Name != "_" {
				from := origin{docs: o.docs(s.Doc, s.Comment)}
				if i < len(s.Values) {
					from.of = functionType(s.Values[i])
				}
				o.add(name, s, elementType, name.Name, name.IsExported(), from)
			}
		}
	case *ast.TypeSpec:
		if s.Name.Name != "_" {
			i := o.typeSpec(s, "", s.Name.IsExported())
			o.types[s.Name.Name] = i
		}
	}
}

// typeSpec lists a type with its members, and returns the index of its declaration.
func (o *outline) typeSpec(s *ast.TypeSpec, prefix string, exported bool) int {
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
	i := o.add(s.Name, s, elementType, prefix+s.Name.Name, exported, origin{docs: o.docs(s.Doc, s.Comment)})
	switch t := s.Type.(type) {
	case *ast.StructType:
		o.fields(t, i)
	case *ast.InterfaceType:
		o.interfaceMethods(t, i)
	}
	return i
}

// fields lists the fields of a struct. The name of an embedded field is the name of its type.
func (o *outline) fields(t *ast.StructType, parent int) {
	if t.Fields == nil {
		return
	}
	for _, field := range t.Fields.List {
		names := field.Names
		if len(names) == 0 {
			if name := EmbeddedName(field.Type); name != nil {
				names = []*ast.Ident{name}
			}
		}
		for _, name := range names {
			o.member(name, field, facts.Property, parent, nil)
		}
	}
}

// interfaceMethods lists the methods that an interface declares itself.
func (o *outline) interfaceMethods(t *ast.InterfaceType, parent int) {
	if t.Methods == nil {
		return
	}
	for _, field := range t.Methods.List {
		if _, ok := field.Type.(*ast.FuncType); !ok {
			continue
		}
		for _, name := range field.Names {
			o.member(name, field, facts.Method, parent, field.Type)
		}
	}
}

func (o *outline) member(name *ast.Ident, field *ast.Field, elementType string, parent int, of ast.Expr) {
	if name.Name == "_" {
		return
	}
	owner := &o.decls[parent]
	i := o.add(name, field, elementType, owner.Name+"."+name.Name, owner.Exported && name.IsExported(),
		origin{[]*ast.CommentGroup{field.Doc, field.Comment}, of})
	o.decls[i].Parent = parent
}
