package symtable

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/layout"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// EnclosingClass returns the innermost class around a scope, or nil.
func EnclosingClass(s *Scope) *Class {
	for ; s != nil; s = s.Parent {
		if s.Class != nil {
			return s.Class
		}
	}
	return nil
}

// IsClassMethod reports whether the first parameter of a method is the class.
func (f *Function) IsClassMethod() bool {
	return HasDecorator(f, "classmethod") || f.name == "__new__" || f.name == "__init_subclass__" ||
		f.name == "__class_getitem__"
}

// IsProperty reports whether reading the attribute calls the method.
func (f *Function) IsProperty() bool {
	return HasDecorator(f, "property", "cached_property", "setter", "getter", "deleter", "abstractproperty", "reify",
		"locked_cached_property", "classproperty", "lazyproperty", "hybrid_property")
}

// DynamicImport returns the import that a call executes, or nil if the name of the module is
// not a literal.
func (m *Module) DynamicImport(e *syntax.Call) *Import {
	if len(e.Args) == 0 {
		return nil
	}
	text, ok := m.Syntax.StringValue(e.Args[0])
	dotted := strings.TrimLeft(text, ".")
	level := len(text) - len(dotted)
	if !ok || text == "" || level > 0 && !m.relativeToItself(e) {
		return nil
	}
	return &Import{Node: e, Level: level, Module: dotted, Decl: -1}
}

// relativeToItself reports whether an import_module call is relative to the package of the
// module.
func (m *Module) relativeToItself(e *syntax.Call) bool {
	var anchor syntax.Expr
	if len(e.Args) > 1 {
		anchor = e.Args[1]
	}
	for _, k := range e.Keywords {
		if k.Name.Name == "package" {
			anchor = k.Value
		}
	}
	name := syntax.LastName(anchor)
	return name == "__package__" || name == "__name__" && layout.IsPackage(m.Path)
}

// HasDecorator reports whether a function has a decorator with one of some names.
func HasDecorator(f *Function, names ...string) bool {
	for _, d := range f.decorators {
		for _, n := range names {
			if syntax.LastName(d) == n {
				return true
			}
		}
	}
	return false
}

// BaseScope returns the scope in which the base classes are evaluated.
func (c *Class) BaseScope() *Scope {
	if len(c.Node.TypeParams) > 0 {
		return c.Scope
	}
	return c.OuterScope
}

// IsEnum reports whether the class is an enumeration.
func (c *Class) IsEnum() bool {
	return c.Decl >= 0 && c.module.Outline.Decls[c.Decl].Type == facts.Enum
}

// DeclOf returns the index of the declaration of a node, or -1.
func (m *Module) DeclOf(n syntax.Node) int {
	if i, ok := m.Outline.At[n]; ok {
		return i
	}
	return -1
}

// IsVague reports whether an annotation has no information: Any or object.
func IsVague(e syntax.Expr) bool {
	name := syntax.LastName(syntax.Base(e))
	return name == "Any" || name == "object" || name == ""
}

// Target returns the declaration of the function; false if the outline does not list it.
func (f *Function) Target() (facts.Target, bool) {
	return facts.Target{File: f.Module.Path, Decl: f.Decl}, f.Decl >= 0
}

// Target returns the declaration of the class; false if the outline does not list it.
func (c *Class) Target() (facts.Target, bool) {
	return facts.Target{File: c.module.Path, Decl: c.Decl}, c.Decl >= 0
}

// HasConstructor reports whether the class itself defines __init__ or __new__.
func (c *Class) HasConstructor() bool {
	return len(c.Scope.Names["__init__"])+len(c.Scope.Names["__new__"]) > 0
}

// ConstructorTarget returns the target of a call of the class: its __init__ or __new__, or
// else the class.
func (c *Class) ConstructorTarget() (facts.Target, bool) {
	for _, name := range []string{"__init__", "__new__"} {
		for _, b := range c.Scope.Final(name) {
			if b.Kind == FunctionBinding {
				return b.Function.Target()
			}
		}
	}
	return c.Target()
}
