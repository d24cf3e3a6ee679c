package javascript

import (
	"strconv"

	"github.com/microsoft/typescript-go/internal/ast"
	"github.com/microsoft/typescript-go/internal/core"
)

// constructor returns the symbol of the class or function that a name refers to, or nil. A
// function becomes a class.
func (c *completion) constructor(name *ast.Node) *ast.Symbol {
	if !ast.IsEntityNameExpressionEx(name, true) {
		return nil
	}
	return c.class(initializer(c.lookup(name)))
}

// class turns the symbol of a function into that of a function and a class. It returns nil
// if the symbol is neither.
func (c *completion) class(symbol *ast.Symbol) *ast.Symbol {
	switch {
	case symbol == nil || symbol.ValueDeclaration == nil:
		return nil
	case symbol.Flags&ast.SymbolFlagsClass != 0:
		return symbol
	}
	function := symbol.ValueDeclaration
	if !ast.IsFunctionDeclaration(function) && !ast.IsFunctionExpression(function) {
		return nil
	}
	symbol.Flags |= ast.SymbolFlagsClass
	prototype := &ast.Symbol{Flags: ast.SymbolFlagsProperty | ast.SymbolFlagsPrototype, Name: "prototype", Parent: symbol}
	ast.GetExports(symbol)["prototype"] = prototype
	c.typeThis(function, symbol)
	return symbol
}

// typeName returns a name for the type of a class's instances. The source cannot contain it.
func (c *completion) typeName(class *ast.Symbol) string {
	name, known := c.classes[class]
	if !known {
		name = ast.InternalSymbolNamePrefix + "class " + c.file.FileName() + " " + strconv.Itoa(len(c.classes))
		c.classes[class] = name
		if c.file.Locals == nil {
			c.file.Locals = ast.SymbolTable{}
		}
		c.file.Locals[name] = class
	}
	return name
}

// typeThis makes the instances of a class the type of this in a function, unless JSDoc gives
// it another type.
func (c *completion) typeThis(function *ast.Node, class *ast.Symbol) {
	if ast.GetThisParameter(function) != nil {
		return
	}
	typeNode := c.factory.NewTypeReferenceNode(c.factory.NewIdentifier(c.typeName(class)), nil)
	word := c.factory.NewIdentifier("this")
	parameter := c.factory.NewParameterDeclaration(nil, nil, word, nil, typeNode, nil)
	c.place(parameter, function, function)
	parameter.DeclarationData().Symbol = &ast.Symbol{
		Flags: ast.SymbolFlagsFunctionScopedVariable, Name: "this", ValueDeclaration: parameter,
		Declarations: []*ast.Node{parameter},
	}
	data := function.FunctionLikeData()
	before := data.Parameters
	data.Parameters = c.factory.NewNodeList(append([]*ast.Node{parameter}, before.Nodes...))
	data.Parameters.Loc = before.Loc
}

// extend adds a base class to a class that has none.
func (c *completion) extend(class *ast.Symbol, base *ast.Node) {
	if ast.GetClassLikeDeclarationOfSymbol(class) != nil || !ast.IsEntityNameExpressionEx(base, true) {
		return
	}
	types := c.factory.NewNodeList([]*ast.Node{c.factory.NewExpressionWithTypeArguments(c.copyName(base), nil)})
	clauses := c.factory.NewNodeList([]*ast.Node{c.factory.NewHeritageClause(ast.KindExtendsKeyword, types)})
	declaration := c.factory.NewClassDeclaration(nil, nil, nil, clauses, c.factory.NewNodeList(nil))
	c.place(declaration, base.Parent, base)
	declaration.DeclarationData().Symbol = class
	class.Declarations = append(class.Declarations, declaration)
}

// copyName copies an entity name.
func (c *completion) copyName(n *ast.Node) *ast.Node {
	if n.Kind == ast.KindPropertyAccessExpression {
		name := c.factory.NewIdentifier(n.Name().Text())
		return c.factory.NewPropertyAccessExpression(c.copyName(n.Expression()), nil, name, ast.NodeFlagsNone)
	}
	if n.Kind == ast.KindIdentifier {
		return c.factory.NewIdentifier(n.Text())
	}
	return c.factory.NewIdentifier("undefined")
}

// place gives a new node and the nodes inside it a parent and the range of another node: the
// checker ignores names with an empty range. They are flagged like nodes from JSDoc, which
// are not in the source.
func (c *completion) place(n, parent, at *ast.Node) {
	n.Parent, n.Loc = parent, core.NewTextRange(at.Pos(), at.End())
	n.Flags |= ast.NodeFlagsReparsed | ast.NodeFlagsAmbient | ast.NodeFlagsJavaScriptFile
	n.ForEachChild(func(child *ast.Node) bool {
		c.place(child, n, at)
		return false
	})
}

// thisProperties adds the assignments to properties of this in functions. The owner is the
// class whose constructor or method the function is.
func (c *completion) thisProperties() {
	for _, n := range c.assigns {
		if n.Symbol() != nil {
			continue // in a class
		}
		left, _, _ := assignment(n)
		function := ast.GetThisContainer(n, false, false)
		if !ast.IsFunctionDeclaration(function) && !ast.IsFunctionExpression(function) {
			continue
		}
		if class := c.owner(function); class != nil {
			declare(members(class), class, n, ast.GetElementOrPropertyAccessName(left).Text())
		}
	}
}

// owner returns the class whose instance is this in a function, or nil.
func (c *completion) owner(function *ast.Node) *ast.Symbol {
	if ast.IsFunctionDeclaration(function) {
		return c.class(function.Symbol())
	}
	parent := ast.WalkUpParenthesizedExpressions(function.Parent)
	if ast.IsVariableDeclaration(parent) {
		return c.class(function.Symbol())
	}
	for ; ast.IsAssignmentExpression(parent, true); parent = parent.Parent {
		left := parent.AsBinaryExpression().Left
		switch {
		case ast.IsIdentifier(left), ast.IsModuleExportsAccessExpression(left):
			return c.class(function.Symbol())
		case !ast.IsAccessExpression(left):
			return nil
		case isPrototype(left.Expression()):
			return c.constructor(left.Expression().Expression())
		case ast.IsExportsIdentifier(left.Expression()), ast.IsModuleExportsAccessExpression(left.Expression()):
			return c.class(function.Symbol())
		}
	}
	return nil
}
