package tsgo

import "github.com/microsoft/typescript-go/internal/ast"

// Kinds of nodes that names stand in.
const (
	KindJsxClosingElement = ast.KindJsxClosingElement
)

// ImplementsClauses returns the types a class implements, expressions with type
// arguments.
func ImplementsClauses(n *Node) []*Node {
	return ast.GetHeritageElements(n, ast.KindImplementsKeyword)
}

// ExtendsClauses returns what a class or interface extends, expressions with type
// arguments.
func ExtendsClauses(n *Node) []*Node {
	return ast.GetHeritageElements(n, ast.KindExtendsKeyword)
}

// IsTypeName reports a name, or part of one, in the place of a type: not an
// expression, unless what is meant is its type.
func IsTypeName(n *Node) bool {
	whole := n
	for whole.Parent.Kind == ast.KindQualifiedName {
		whole = whole.Parent
	}
	return whole.Parent.Kind == ast.KindTypeQuery || ast.IsPartOfTypeNode(whole) || ast.IsPartOfTypeNode(n)
}

// IsTypeDeclaration reports a declaration that exists in the type system only.
func IsTypeDeclaration(n *Node) bool {
	switch n.Kind {
	case ast.KindInterfaceDeclaration, ast.KindTypeAliasDeclaration, ast.KindJSTypeAliasDeclaration:
		return true
	}
	return false
}

// DeclaresType reports a declaration whose name can stand in the place of a type.
func DeclaresType(n *Node) bool {
	switch n.Kind {
	case ast.KindClassDeclaration, ast.KindClassExpression, ast.KindEnumDeclaration, ast.KindEnumMember:
		return true
	}
	return IsTypeDeclaration(n)
}

// IdentifierTexts returns the texts of all identifiers of a file, and of the keys
// that stand in quotes.
func IdentifierTexts(f *SourceFile) map[string]string { return f.Identifiers }
