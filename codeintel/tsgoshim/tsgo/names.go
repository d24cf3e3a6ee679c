package tsgo

import "github.com/microsoft/typescript-go/internal/ast"

// Kinds of nodes that contain names.
const (
	KindJsxClosingElement = ast.KindJsxClosingElement
)

// ImplementsClauses returns the types that a class implements, as expressions with type
// arguments.
func ImplementsClauses(n *Node) []*Node {
	return ast.GetHeritageElements(n, ast.KindImplementsKeyword)
}

// ExtendsClauses returns the types that a class or interface extends, as expressions with
// type arguments.
func ExtendsClauses(n *Node) []*Node {
	return ast.GetHeritageElements(n, ast.KindExtendsKeyword)
}

// IsTypeName reports whether a name, or a part of a qualified name, is in the position of a
// type. That includes the operand of 'typeof' in a type.
func IsTypeName(n *Node) bool {
	whole := n
	for whole.Parent.Kind == ast.KindQualifiedName {
		whole = whole.Parent
	}
	return whole.Parent.Kind == ast.KindTypeQuery || ast.IsPartOfTypeNode(whole) || ast.IsPartOfTypeNode(n)
}

// IsTypeDeclaration reports whether a declaration exists only in the type system.
func IsTypeDeclaration(n *Node) bool {
	switch n.Kind {
	case ast.KindInterfaceDeclaration, ast.KindTypeAliasDeclaration, ast.KindJSTypeAliasDeclaration:
		return true
	}
	return false
}

// DeclaresType reports whether the name of a declaration can be used as a type.
func DeclaresType(n *Node) bool {
	switch n.Kind {
	case ast.KindClassDeclaration, ast.KindClassExpression, ast.KindEnumDeclaration, ast.KindEnumMember:
		return true
	}
	return IsTypeDeclaration(n)
}

// IdentifierTexts returns the texts of all identifiers and quoted keys of a file.
func IdentifierTexts(f *SourceFile) map[string]string { return f.Identifiers }
