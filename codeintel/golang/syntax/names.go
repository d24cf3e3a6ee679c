package syntax

import (
	"go/ast"
	"go/types"
	"path"
	"strconv"
	"strings"
)

// ImportPath returns the path of an import, or "" if it is malformed.
func ImportPath(spec *ast.ImportSpec) string {
	if spec.Path == nil {
		return ""
	}
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}

// TypeName returns the name of a type without its package, or "", and whether the type belongs
// to another package.
func TypeName(t ast.Expr) (name string, qualified bool) {
	switch t := BaseType(t).(type) {
	case *ast.Ident:
		return t.Name, false
	case *ast.SelectorExpr:
		return t.Sel.Name, true
	}
	return "", false
}

// GuessName returns the likely name of the package with an import path.
func GuessName(imported string) string {
	name := path.Base(imported)
	if isVersion(name) {
		name = path.Base(path.Dir(imported))
	}
	if i := strings.LastIndex(name, ".v"); i > 0 && isVersion(name[i+1:]) {
		name = name[:i]
	}
	name = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(name, "go-"), "-go"), ".go")
	return strings.ReplaceAll(name, "-", "_")
}

func isVersion(s string) bool {
	digits, ok := strings.CutPrefix(s, "v")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// CalleeName returns the identifier that names a callee (f, x.f, f[T] or (f)), or nil for
// other expressions.
func CalleeName(callee ast.Expr) *ast.Ident {
	for {
		switch e := callee.(type) {
		case *ast.ParenExpr:
			callee = e.X
		case *ast.IndexExpr:
			callee = e.X
		case *ast.IndexListExpr:
			callee = e.X
		case *ast.Ident:
			return e
		case *ast.SelectorExpr:
			return e.Sel
		default:
			return nil
		}
	}
}

// ElementsOf returns the elements of a list or map literal that may contain functions.
func ElementsOf(value ast.Expr) []ast.Expr {
	literal, ok := ast.Unparen(value).(*ast.CompositeLit)
	if !ok || !mayHoldFunctions(literal.Type) {
		return nil
	}
	elements := make([]ast.Expr, len(literal.Elts))
	for i, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		elements[i] = e
	}
	return elements
}

// mayHoldFunctions reports whether the elements of a literal may be functions, by the syntax
// of its type.
func mayHoldFunctions(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.ArrayType:
		return isFunctionOrNamed(t.Elt)
	case *ast.MapType:
		return isFunctionOrNamed(t.Value)
	}
	return false
}

func isFunctionOrNamed(t ast.Expr) bool {
	switch t := t.(type) {
	case *ast.FuncType, *ast.SelectorExpr:
		return true
	case *ast.Ident:
		return types.Universe.Lookup(t.Name) == nil
	}
	return false
}

// ReceiverType returns the name of the receiver's type, which is `T` for the types `T`, `*T`
// and `T[P]`. It returns nil if the receiver is malformed.
func ReceiverType(d *ast.FuncDecl) *ast.Ident {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return nil
	}
	name, _ := BaseType(d.Recv.List[0].Type).(*ast.Ident)
	return name
}

// BaseType removes pointers, parentheses and type arguments.
func BaseType(t ast.Expr) ast.Expr {
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

// EmbeddedName returns the identifier that names an embedded field.
func EmbeddedName(t ast.Expr) *ast.Ident {
	switch t := BaseType(t).(type) {
	case *ast.Ident:
		return t
	case *ast.SelectorExpr:
		return t.Sel
	}
	return nil
}
