package javascript

import (
	"github.com/microsoft/typescript-go/internal/ast"
)

// Complete adds the missing declarations to a file that is bound. It must be called once
// per file, and before a checker uses the file.
func Complete(f *ast.SourceFile) {
	if !ast.IsSourceFileJS(f) || ast.IsJsonSourceFile(f) {
		return
	}
	c := &completion{file: f, classes: map[*ast.Symbol]string{}}
	c.step = c.visit
	f.AsNode().ForEachChild(c.step)
	c.thisProperties()
	c.exports()
}

// completion adds the missing declarations of one file.
type completion struct {
	file    *ast.SourceFile
	factory ast.NodeFactory
	step    func(*ast.Node) bool   // visit, bound once
	assigns []*ast.Node            // assignments to properties of this
	classes map[*ast.Symbol]string // names of the types of this
}

// visit adds the declarations of a node and of the nodes inside it, in source order.
func (c *completion) visit(n *ast.Node) bool {
	if n.Flags&ast.NodeFlagsReparsed != 0 {
		return false
	}
	switch n.Kind {
	case ast.KindBinaryExpression:
		if left, value, ok := assignment(n); ok {
			c.assignment(n, left, value)
		}
	case ast.KindCallExpression:
		c.call(n)
	}
	n.ForEachChild(c.step)
	return false
}

// assignment adds the declaration of left = value, if it is one.
func (c *completion) assignment(n, left, value *ast.Node) {
	if !ast.IsAccessExpression(left) {
		return
	}
	name := ast.GetElementOrPropertyAccessName(left)
	if name == nil {
		return
	}
	object := left.Expression()
	switch {
	case object.Kind == ast.KindThisKeyword:
		c.assigns = append(c.assigns, n)
	case isPrototype(object):
		if class := c.constructor(object.Expression()); class != nil {
			declare(members(class), class, n, name.Text())
		}
	case name.Text() == "prototype":
		c.prototype(object, value)
	case n.Symbol() == nil && ast.IsEntityNameExpressionEx(object, true):
		if owner := initializer(c.lookup(object)); owner != nil {
			declare(ast.GetExports(owner), owner, n, name.Text())
		}
	}
}

// call adds the base class in util.inherits(Class, Base) and
// Object.setPrototypeOf(Class.prototype, Base.prototype), and the member in
// Object.defineProperty(Class.prototype, "name", …).
func (c *completion) call(n *ast.Node) {
	callee, args := n.Expression(), n.Arguments()
	if callee.Kind == ast.KindPropertyAccessExpression {
		callee = callee.Name()
	}
	if callee.Kind != ast.KindIdentifier || len(args) < 2 {
		return
	}
	switch callee.Text() {
	case "inherits":
		if class := c.constructor(args[0]); class != nil {
			c.extend(class, args[1])
		}
	case "setPrototypeOf":
		if isPrototype(args[0]) && isPrototype(args[1]) {
			if class := c.constructor(args[0].Expression()); class != nil {
				c.extend(class, args[1].Expression())
			}
		}
	case "defineProperty":
		if len(args) == 3 && isPrototype(args[0]) && ast.IsStringLiteralLike(args[1]) && n.Symbol() == nil {
			if class := c.constructor(args[0].Expression()); class != nil {
				declare(members(class), class, n, args[1].Text())
			}
		}
	}
}

// prototype adds the members in Class.prototype = { … }, and the base class in
// Class.prototype = Object.create(Base.prototype) and Class.prototype = new Base().
func (c *completion) prototype(object, value *ast.Node) {
	class := c.constructor(object)
	if class == nil {
		return
	}
	switch value.Kind {
	case ast.KindObjectLiteralExpression:
		for name, member := range members(value.Symbol()) {
			if members(class)[name] == nil && name != "constructor" {
				members(class)[name] = member
			}
		}
		for _, p := range value.Properties() {
			if f := function(p); f != nil {
				c.typeThis(f, class)
			}
		}
	case ast.KindCallExpression:
		args := value.Arguments()
		callee := value.Expression()
		if callee.Kind == ast.KindPropertyAccessExpression && callee.Name().Text() == "create" && len(args) > 0 &&
			isPrototype(args[0]) {
			c.extend(class, args[0].Expression())
		}
	case ast.KindNewExpression:
		c.extend(class, value.Expression())
	}
}

// assignment returns the target of an assignment and the value at the end of its chain.
func assignment(n *ast.Node) (left, value *ast.Node, ok bool) {
	if !ast.IsAssignmentExpression(n, true) {
		return nil, nil, false
	}
	return n.AsBinaryExpression().Left, rightmost(n), true
}

// rightmost returns the value of a chain of assignments, and any other node itself.
func rightmost(n *ast.Node) *ast.Node {
	for {
		value := ast.SkipParentheses(ast.GetRightMostAssignedExpression(n))
		if value == n {
			return n
		}
		n = value
	}
}

// function returns the function with its own this that a property of an object literal
// holds, or nil.
func function(property *ast.Node) *ast.Node {
	switch property.Kind {
	case ast.KindMethodDeclaration, ast.KindGetAccessor, ast.KindSetAccessor:
		return property
	case ast.KindPropertyAssignment:
		if value := ast.SkipParentheses(property.Initializer()); ast.IsFunctionExpression(value) {
			return value
		}
	}
	return nil
}

// isPrototype reports whether n is Name.prototype, with any entity name.
func isPrototype(n *ast.Node) bool {
	return n.Kind == ast.KindPropertyAccessExpression && n.Name().Text() == "prototype" &&
		ast.IsEntityNameExpressionEx(n.Expression(), true)
}
