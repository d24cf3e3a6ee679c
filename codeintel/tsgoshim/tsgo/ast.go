package tsgo

import (
	"slices"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/core"
	"github.com/microsoft/typescript-go/internal/scanner"
	"github.com/microsoft/typescript-go/internal/tspath"
)

// The syntax tree. Methods come with the aliases.
type (
	Node          = ast.Node
	SourceFile    = ast.SourceFile
	Symbol        = ast.Symbol
	Kind          = ast.Kind
	ModifierFlags = ast.ModifierFlags
)

// Flags of symbols, nodes and modifiers that the engine asks for.
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

	// InternalSymbolNamePrefix starts the names the binder makes up.
	InternalSymbolNamePrefix = ast.InternalSymbolNamePrefix
)

// SkipOuter strips parentheses, type assertions, satisfies and non-null marks.
func SkipOuter(n *Node) *Node { return ast.SkipOuterExpressions(n, ast.OEKAll) }

// IsFunctionExpression reports a function expression or an arrow function.
func IsFunctionExpression(n *Node) bool { return ast.IsFunctionExpressionOrArrowFunction(n) }

// IsFunctionLike reports any node with a signature, declarations included.
func IsFunctionLike(n *Node) bool { return ast.IsFunctionLike(n) }

// IsClassLike reports a class declaration or expression.
func IsClassLike(n *Node) bool { return ast.IsClassLike(n) }

// IsVarConst reports a const (or using) declaration list.
func IsVarConst(n *Node) bool { return ast.IsVarConstLike(n) }

// IsBindingPattern reports an object or array binding pattern.
func IsBindingPattern(n *Node) bool { return ast.IsBindingPattern(n) }

// IsStringLiteralLike reports a string literal or a template without parts.
func IsStringLiteralLike(n *Node) bool { return ast.IsStringLiteralLike(n) }

// IsRequireCall reports require("literal").
func IsRequireCall(n *Node) bool { return ast.IsRequireCall(n, true) }

// IsImportCall reports import(…).
func IsImportCall(n *Node) bool { return ast.IsImportCall(n) }

// IsModuleExportsAccess reports module.exports.
func IsModuleExportsAccess(n *Node) bool { return ast.IsModuleExportsAccessExpression(n) }

// IsExportsIdentifier reports the identifier exports.
func IsExportsIdentifier(n *Node) bool { return ast.IsExportsIdentifier(n) }

// IsGlobalAugmentation reports declare global { … }.
func IsGlobalAugmentation(n *Node) bool { return ast.IsGlobalScopeAugmentation(n) }

// IsModuleWithStringName reports declare module "name" { … }.
func IsModuleWithStringName(n *Node) bool { return ast.IsModuleWithStringLiteralName(n) }

// IsPartOfTypeNode reports a node in a type position.
func IsPartOfTypeNode(n *Node) bool { return ast.IsPartOfTypeNode(n) }

// IsTypeNode reports a node that is a type.
func IsTypeNode(n *Node) bool { return ast.IsTypeNode(n) }

// IsParameterProperty reports a parameter of a constructor that declares a
// property: it has a modifier.
func IsParameterProperty(n *Node) bool { return ast.IsParameterPropertyDeclaration(n, n.Parent) }

// IsDeclarationName reports a name that declares rather than refers.
func IsDeclarationName(n *Node) bool { return ast.IsDeclarationName(n) }

// IsTypeOnlyImportOrExport reports an import or export marked with the word type.
func IsTypeOnlyImportOrExport(n *Node) bool { return ast.IsTypeOnlyImportOrExportDeclaration(n) }

// IsAssignmentTarget reports an expression that is assigned to, be it by an
// operator, by destructuring or by a loop.
func IsAssignmentTarget(n *Node) bool { return ast.IsAssignmentTarget(n) }

// IsAssignment reports an assignment, by whatever operator.
func IsAssignment(n *Node) bool { return ast.IsAssignmentExpression(n, false) }

// UpdatedOperand returns what ++ or -- is applied to; nil for other operators.
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

// ExtendsClause returns the expression a class extends, or nil.
func ExtendsClause(n *Node) *Node {
	e := ast.GetExtendsHeritageClauseElement(n)
	if e == nil {
		return nil
	}
	return e.Expression()
}

// HeritageClauses returns the types a class or interface extends or implements,
// expressions with type arguments.
func HeritageClauses(n *Node) []*Node {
	return slices.Concat(ast.GetHeritageElements(n, ast.KindExtendsKeyword), ast.GetHeritageElements(n, ast.KindImplementsKeyword))
}

// InvokedExpression returns what a call-like node calls: callee, tag, JSX tag
// name or decorator expression.
func InvokedExpression(n *Node) *Node { return ast.GetInvokedExpression(n) }

// PropertyNameText returns the text of a property name; false when computed.
func PropertyNameText(n *Node) (string, bool) { return ast.TryGetTextOfPropertyName(n) }

// SourceFileOf returns the file a node belongs to.
func SourceFileOf(n *Node) *SourceFile { return ast.GetSourceFileOfNode(n) }

// ForEachReturn visits the return statements of a function body, not those of
// functions nested in it.
func ForEachReturn(body *Node, visit func(*Node) bool) bool {
	return ast.ForEachReturnStatement(body, visit)
}

// TokenStart returns the offset of a node's first token, past comments.
func TokenStart(n *Node, file *SourceFile) int { return scanner.GetTokenPosOfNode(n, file, false) }

// LineOf returns the 1-based line of an offset.
func LineOf(file *SourceFile, pos int) int { return scanner.GetECMALineOfPosition(file, pos) + 1 }

// LineColumnOf returns the 1-based line and UTF-16 column of an offset.
func LineColumnOf(file *SourceFile, pos int) (line, column int) {
	l, c := scanner.GetECMALineAndUTF16CharacterOfPosition(file, pos)
	return l + 1, int(c) + 1
}

// SourceText returns the text of a node without leading trivia.
func SourceText(n *Node, file *SourceFile) string {
	start := TokenStart(n, file)
	if start < 0 || start > n.End() || n.End() > len(file.Text()) {
		return ""
	}
	return file.Text()[start:n.End()]
}

// IsDeclarationFile reports the name of a declaration file.
func IsDeclarationFile(name string) bool { return tspath.IsDeclarationFileName(name) }

// IsScriptFile reports an extension the parser reads as TypeScript or JavaScript.
func IsScriptFile(name string) bool {
	switch core.GetScriptKindFromFileName(name) {
	case core.ScriptKindTS, core.ScriptKindTSX, core.ScriptKindJS, core.ScriptKindJSX:
		return true
	}
	return false
}
