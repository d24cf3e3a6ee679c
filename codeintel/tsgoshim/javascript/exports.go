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
	if whole == nil || whole.ValueDeclaration == nil || !ast.IsBinaryExpression(whole.ValueDeclaration) {
		return
	}
	value := rightmost(whole.ValueDeclaration)
	if ast.IsObjectLiteralExpression(value) && len(value.Properties()) > 0 {
		classes := c.exportedClasses(value)
		if len(whole.Declarations) == 1 && isPlain(value) && (len(module.Exports) > 1 || len(classes) > 0) {
			delete(module.Exports, ast.InternalSymbolNameExportEquals)
			merge(module.Exports, classes)
			merge(module.Exports, value.Symbol().Members)
		}
		return
	}
	if len(module.Exports) == 1 {
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

// exportedClasses returns the classes of the file that an object literal contains under
// their own names. As exports of the module, they are types as well as values.
func (c *completion) exportedClasses(object *ast.Node) ast.SymbolTable {
	classes := ast.SymbolTable{}
	for _, p := range object.Properties() {
		if ast.IsShorthandPropertyAssignment(p) {
			if symbol := c.lookup(p.Name()); symbol != nil && symbol.Flags&ast.SymbolFlagsClass != 0 {
				classes[p.Name().Text()] = symbol
			}
		}
	}
	return classes
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
