package javascript

import (
	"github.com/microsoft/typescript-go/internal/ast"
)

// exports merges the exports of a module with the value of module.exports = …. The
// properties of a function, a class or an empty object belong to its symbol. The properties
// of an object literal become exports of the module.
func (c *completion) exports() {
	module := c.file.Symbol
	if module == nil || c.file.CommonJSModuleIndicator == nil {
		return
	}
	whole := module.Exports[ast.InternalSymbolNameExportEquals]
	if whole == nil || len(module.Exports) == 1 || whole.ValueDeclaration == nil ||
		!ast.IsBinaryExpression(whole.ValueDeclaration) {
		return
	}
	value := rightmost(whole.ValueDeclaration)
	if ast.IsObjectLiteralExpression(value) && len(value.Properties()) > 0 {
		if len(whole.Declarations) == 1 && isPlain(value) {
			delete(module.Exports, ast.InternalSymbolNameExportEquals)
			merge(module.Exports, value.Symbol().Members)
		}
		return
	}
	var owner *ast.Symbol
	switch {
	case ast.IsEntityNameExpression(value):
		owner = initializer(c.lookup(value))
	case ast.IsFunctionExpressionOrArrowFunction(value), ast.IsClassLike(value), ast.IsObjectLiteralExpression(value):
		owner = value.Symbol()
	}
	if owner != nil {
		merge(ast.GetExports(owner), module.Exports)
		delete(owner.Exports, ast.InternalSymbolNameExportEquals)
	}
}

// merge adds the symbols of a table that another one does not have.
func merge(into, from ast.SymbolTable) {
	for name, symbol := range from {
		if into[name] == nil {
			into[name] = symbol
		}
	}
}

// isPlain reports whether all properties of an object literal have fixed names.
func isPlain(object *ast.Node) bool {
	for _, p := range object.Properties() {
		if ast.IsSpreadAssignment(p) || ast.HasDynamicName(p) {
			return false
		}
	}
	return true
}
