package tsgo

import (
	"slices"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/scanner"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// The types of the syntax tree. An alias has all methods of its type.
type (
	// Node is a node of the syntax tree.
	Node = ast.Node
	// SourceFile is a parsed file.
	SourceFile = ast.SourceFile
	// Symbol is a named entity, which may have several declarations.
	Symbol = ast.Symbol
	// Kind is the kind of a node or token.
	Kind = ast.Kind
	// ModifierFlags is the set of a declaration's modifiers.
	ModifierFlags = ast.ModifierFlags
)

// Flags of symbols, nodes and modifiers that the engine tests.
const (
	SymbolFlagsAlias    = ast.SymbolFlagsAlias
	SymbolFlagsProperty = ast.SymbolFlagsProperty
	SymbolFlagsModule   = ast.SymbolFlagsModule
	SymbolFlagsClass    = ast.SymbolFlagsClass

	NodeFlagsReparsed = ast.NodeFlagsReparsed
	NodeFlagsAmbient  = ast.NodeFlagsAmbient

	ModifierFlagsExport  = ast.ModifierFlagsExport
	ModifierFlagsDefault = ast.ModifierFlagsDefault
	ModifierFlagsStatic  = ast.ModifierFlagsStatic
	ModifierFlagsPrivate = ast.ModifierFlagsPrivate
	ModifierFlagsAmbient = ast.ModifierFlagsAmbient
	ModifierFlagsAsync   = ast.ModifierFlagsAsync

	// InternalSymbolNamePrefix is the prefix of the names that the binder generates.
	InternalSymbolNamePrefix = ast.InternalSymbolNamePrefix
)

// SkipOuter strips parentheses, type assertions, `satisfies` clauses and non-null assertions.
func SkipOuter(n *Node) *Node { return ast.SkipOuterExpressions(n, ast.OEKAll) }

// IsFunctionExpression reports whether a node is a function expression or an arrow function.
func IsFunctionExpression(n *Node) bool { return ast.IsFunctionExpressionOrArrowFunction(n) }

// IsFunctionLike reports whether a node has a signature, declarations included.
func IsFunctionLike(n *Node) bool { return ast.IsFunctionLike(n) }

// IsClassLike reports whether a node is a class declaration or expression.
func IsClassLike(n *Node) bool { return ast.IsClassLike(n) }

// IsVarConst reports whether a node is a declaration list with the keyword 'const' or 'using'.
func IsVarConst(n *Node) bool { return ast.IsVarConstLike(n) }

// IsBindingPattern reports whether a node is an object or array binding pattern.
func IsBindingPattern(n *Node) bool { return ast.IsBindingPattern(n) }

// IsStringLiteralLike reports whether a node is a string literal or a template without
// substitutions.
func IsStringLiteralLike(n *Node) bool { return ast.IsStringLiteralLike(n) }

// IsRequireCall reports whether a node is require("literal").
func IsRequireCall(n *Node) bool { return ast.IsRequireCall(n, true) }

// IsRequiredMember reports whether a node is require("literal").name, with any number of
// names.
func IsRequiredMember(n *Node) bool {
	if n.Kind != ast.KindPropertyAccessExpression {
		return false
	}
	for n.Kind == ast.KindPropertyAccessExpression {
		n = n.Expression()
	}
	return IsRequireCall(n)
}

// ThisContainer returns the function, class member or file whose this a node uses.
func ThisContainer(n *Node) *Node { return ast.GetThisContainer(n, false, false) }

// IsImportCall reports whether a node is import(…).
func IsImportCall(n *Node) bool { return ast.IsImportCall(n) }

// IsModuleExportsAccess reports whether a node is module.exports.
func IsModuleExportsAccess(n *Node) bool { return ast.IsModuleExportsAccessExpression(n) }

// IsExportsIdentifier reports whether a node is the identifier exports.
func IsExportsIdentifier(n *Node) bool { return ast.IsExportsIdentifier(n) }

// IsGlobalAugmentation reports whether a node is `declare global { … }`.
func IsGlobalAugmentation(n *Node) bool { return ast.IsGlobalScopeAugmentation(n) }

// IsModuleWithStringName reports whether a node is `declare module "name" { … }`.
func IsModuleWithStringName(n *Node) bool { return ast.IsModuleWithStringLiteralName(n) }

// IsPartOfTypeNode reports whether a node is in a type position.
func IsPartOfTypeNode(n *Node) bool { return ast.IsPartOfTypeNode(n) }

// IsTypeNode reports whether a node is a type.
func IsTypeNode(n *Node) bool { return ast.IsTypeNode(n) }

// IsParameterProperty reports whether a node is a parameter of a constructor that declares
// a property, because it has a modifier.
func IsParameterProperty(n *Node) bool { return ast.IsParameterPropertyDeclaration(n, n.Parent) }

// IsDeclarationName reports whether a node is the name in a declaration, not in a reference.
func IsDeclarationName(n *Node) bool { return ast.IsDeclarationName(n) }

// IsTypeOnlyImportOrExport reports whether a node is an import or export with the keyword
// 'type'.
func IsTypeOnlyImportOrExport(n *Node) bool { return ast.IsTypeOnlyImportOrExportDeclaration(n) }

// IsAssignmentTarget reports whether a node is assigned to, by an operator, by
// destructuring or by a loop.
func IsAssignmentTarget(n *Node) bool { return ast.IsAssignmentTarget(n) }

// IsAssignment reports whether a node is an assignment with any assignment operator.
func IsAssignment(n *Node) bool { return ast.IsAssignmentExpression(n, false) }

// UpdatedOperand returns the operand of ++ or --; nil for other nodes.
func UpdatedOperand(n *Node) *Node {
	var operator ast.Kind
	var operand *Node
	switch n.Kind {
	case ast.KindPrefixUnaryExpression:
		operator, operand = n.AsPrefixUnaryExpression().Operator, n.AsPrefixUnaryExpression().Operand
	case ast.KindPostfixUnaryExpression:
		operator, operand = n.AsPostfixUnaryExpression().Operator, n.AsPostfixUnaryExpression().Operand
	}
	if operator != ast.KindPlusPlusToken && operator != ast.KindMinusMinusToken {
		return nil
	}
	return operand
}

// ExtendsClause returns the expression that a class extends, or nil.
func ExtendsClause(n *Node) *Node {
	e := ast.GetExtendsHeritageClauseElement(n)
	if e == nil {
		return nil
	}
	return e.Expression()
}

// HeritageClauses returns the types that a class or interface extends or implements, as
// expressions with type arguments.
func HeritageClauses(n *Node) []*Node {
	return slices.Concat(ExtendsClauses(n), ImplementsClauses(n))
}

// InvokedExpression returns the callee of a call-like node: the called expression, tag, JSX
// tag name or decorator expression.
func InvokedExpression(n *Node) *Node { return ast.GetInvokedExpression(n) }

// PropertyNameText returns the text of a property name; false for a computed name.
func PropertyNameText(n *Node) (string, bool) { return ast.TryGetTextOfPropertyName(n) }

// SourceFileOf returns the file that contains a node.
func SourceFileOf(n *Node) *SourceFile { return ast.GetSourceFileOfNode(n) }

// ForEachReturn visits the return statements of a function body, without those of nested
// functions. It stops and returns true when visit returns true.
func ForEachReturn(body *Node, visit func(*Node) bool) bool {
	return ast.ForEachReturnStatement(body, visit)
}

// TokenStart returns the offset of a node's first token, after leading comments.
func TokenStart(n *Node, file *SourceFile) int { return scanner.GetTokenPosOfNode(n, file, false) }

// LineOf returns the line of an offset, counted from 1.
func LineOf(file *SourceFile, pos int) int { return scanner.GetECMALineOfPosition(file, pos) + 1 }

// LineColumnOf returns the line and the column of an offset, counted from 1. The column is
// in UTF-16 units.
func LineColumnOf(file *SourceFile, pos int) (line, column int) {
	l, c := scanner.GetECMALineAndUTF16CharacterOfPosition(file, pos)
	return l + 1, int(c) + 1
}

// SourceText returns the text of a node without leading comments and spaces.
func SourceText(n *Node, file *SourceFile) string {
	start := TokenStart(n, file)
	if start < 0 || start > n.End() || n.End() > len(file.Text()) {
		return ""
	}
	return file.Text()[start:n.End()]
}

// IsDeclarationFile reports whether a name is that of a declaration file.
func IsDeclarationFile(name string) bool { return tspath.IsDeclarationFileName(name) }

// IsScriptFile reports whether the parser reads a file with this name as TypeScript or
// JavaScript.
func IsScriptFile(name string) bool {
	switch core.GetScriptKindFromFileName(name) {
	case core.ScriptKindTS, core.ScriptKindTSX, core.ScriptKindJS, core.ScriptKindJSX:
		return true
	default:
		return false
	}
}
