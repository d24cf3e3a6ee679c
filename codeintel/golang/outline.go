package golang

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/coderef-system/coderefd/codeintel/coderef2"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// outline collects a file's declarations. Those of bodies come behind all others,
// which so keep their places when the bodies are taken away.
type outline struct {
	*tree
	decls    []facts.Decl
	origins  []origin // by declaration
	at       map[token.Pos]int
	funcs    map[*ast.FuncDecl]int
	literals map[*ast.FuncLit]int
	types    map[string]int // named types by name, for their methods
	group    *ast.GenDecl   // that the specification at hand stands in
}

// origin is what of a declaration its signature is made from.
type origin struct {
	docs []*ast.CommentGroup // the first that is there documents it
	of   ast.Expr            // a function's type, or nil
}

func newOutline(t *tree) *outline {
	return &outline{
		tree: t, at: map[token.Pos]int{}, funcs: map[*ast.FuncDecl]int{}, literals: map[*ast.FuncLit]int{}, types: map[string]int{},
	}
}

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

// function lists a function or method. A blank one cannot be referred to.
func (o *outline) function(d *ast.FuncDecl) {
	if d.Name.Name == "_" {
		return
	}
	if d.Recv == nil {
		o.funcs[d] = o.add(d.Name, d, facts.Function, d.Name.Name, d.Name.IsExported(), origin{[]*ast.CommentGroup{d.Doc}, d.Type})
		return
	}
	name, exported := d.Name.Name, d.Name.IsExported()
	if receiver := receiverType(d); receiver != nil {
		name = receiver.Name + "." + name
		exported = exported && receiver.IsExported()
	}
	o.funcs[d] = o.add(d.Name, d, facts.Method, name, exported, origin{[]*ast.CommentGroup{d.Doc}, d.Type})
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

// docs returns what may document a specification: a comment above it or, where it
// stands alone, above its group, else one behind it.
func (o *outline) docs(above, behind *ast.CommentGroup) []*ast.CommentGroup {
	if o.group.Lparen.IsValid() {
		return []*ast.CommentGroup{above, behind}
	}
	return []*ast.CommentGroup{above, o.group.Doc, behind}
}

func functionType(value ast.Expr) ast.Expr {
	if f, ok := value.(*ast.FuncLit); ok {
		return f.Type
	}
	return nil
}

// typeSpec lists a type with its members, and returns its place.
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

// fields lists the fields of a struct; what it embeds is one of that name.
func (o *outline) fields(t *ast.StructType, parent int) {
	if t.Fields == nil {
		return
	}
	for _, field := range t.Fields.List {
		names := field.Names
		if len(names) == 0 {
			if name := embeddedName(field.Type); name != nil {
				names = []*ast.Ident{name}
			}
		}
		for _, name := range names {
			o.member(name, field, facts.Property, parent, nil)
		}
	}
}

// embeddedName returns the identifier that an embedded field is called by.
func embeddedName(t ast.Expr) *ast.Ident {
	switch t := baseType(t).(type) {
	case *ast.Ident:
		return t
	case *ast.SelectorExpr:
		return t.Sel
	}
	return nil
}

// interfaceMethods lists the methods an interface itself declares; what it
// embeds is listed where that is declared.
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

// add lists one declaration: from the line of its name, so that comments above do
// not count, to the end of the node.
func (o *outline) add(name *ast.Ident, n ast.Node, elementType, qualified string, exported bool, from origin) int {
	i := len(o.decls)
	o.decls = append(o.decls, facts.Decl{
		Element: facts.Element{
			Type: elementType, Name: qualified, File: o.path,
			Line: o.line(name.Pos()), EndLine: max(o.line(name.Pos()), o.line(n.End()-1)), Exported: exported,
		},
		Parent: -1,
	})
	o.origins = append(o.origins, from)
	o.at[name.Pos()] = i
	return i
}

// finish links methods to their types and makes ids unique: of several
// declarations with one id, such as init functions, the later ones get their line.
func (o *outline) finish() {
	for i := range o.decls {
		o.decls[i].TopLevel = o.decls[i].Parent < 0 && o.decls[i].Type != facts.Method
	}
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
