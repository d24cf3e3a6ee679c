package javascript

import (
	"slices"

	"github.com/microsoft/typescript-go/internal/ast"
)

// lookup returns the symbol of an entity name, such as app or exports.View, or nil.
func (c *completion) lookup(name *ast.Node) *ast.Symbol {
	if ast.IsIdentifier(name) {
		if ast.IsExportsIdentifier(name) {
			return c.module()
		}
		for n := name.Parent; n != nil; n = n.Parent {
			if symbol := n.Locals()[name.Text()]; symbol != nil {
				if symbol.ExportSymbol != nil {
					return symbol.ExportSymbol
				}
				return symbol
			}
		}
		return nil
	}
	if ast.IsModuleExportsAccessExpression(name) {
		return c.module()
	}
	if !ast.IsAccessExpression(name) {
		return nil // this
	}
	member := ast.GetElementOrPropertyAccessName(name)
	if member == nil {
		return nil
	}
	owner := c.lookup(name.Expression())
	if owner != c.file.Symbol {
		owner = initializer(owner)
	}
	if owner == nil {
		return nil
	}
	return owner.Exports[member.Text()]
}

// module returns the symbol to which assignments to exports.name add declarations: that of
// the file.
func (c *completion) module() *ast.Symbol { return c.file.Symbol }

// initializer returns the symbol of the function, class or object to which a declaration
// gives its name, or nil. Properties that are assigned to the name belong to that symbol.
func initializer(symbol *ast.Symbol) *ast.Symbol {
	if symbol == nil || symbol.ValueDeclaration == nil {
		return nil
	}
	d := symbol.ValueDeclaration
	var value *ast.Node
	switch {
	case ast.IsFunctionDeclaration(d), ast.IsClassLike(d):
		return symbol
	case ast.IsVariableDeclaration(d):
		value = d.Initializer()
	case ast.IsBinaryExpression(d):
		value = d
	}
	if value == nil {
		return nil
	}
	value = rightmost(value)
	switch {
	case ast.IsFunctionExpressionOrArrowFunction(value), ast.IsClassExpression(value),
		ast.IsObjectLiteralExpression(value) && len(value.Properties()) == 0:
		return value.Symbol()
	}
	return nil
}

// members returns the members of the instances of a class, or of an object literal.
func members(symbol *ast.Symbol) ast.SymbolTable { return ast.GetMembers(symbol) }

// declare adds an assignment as a declaration of a property. Declarations of other forms
// take precedence.
func declare(table ast.SymbolTable, owner *ast.Symbol, n *ast.Node, name string) {
	symbol := table[name]
	if symbol == nil {
		symbol = &ast.Symbol{
			Flags: ast.SymbolFlagsProperty | ast.SymbolFlagsAssignment, Name: name, Parent: owner, ValueDeclaration: n,
		}
		table[name] = symbol
	}
	if symbol.Flags&ast.SymbolFlagsAssignment == 0 || slices.Contains(symbol.Declarations, n) {
		return
	}
	symbol.Declarations = append(symbol.Declarations, n)
	n.DeclarationData().Symbol = symbol
}
