package python

import (
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// module is a file with its scopes. It is immutable once it is built.
type module struct {
	path      string
	syntax    *syntax.Module
	outline   *outline
	scope     *scope
	functions map[syntax.Node]*function // by *syntax.FunctionDef or *syntax.Lambda
	classes   map[*syntax.ClassDef]*class
	comps     map[*syntax.Comp]*scope
	imports   []*importName
	dynamic   []*importName // by call
	puts      []put
	size      int // of the text
	warning   string
}

// function is a function, method or lambda.
type function struct {
	module     *module
	name       string
	node       syntax.Node
	params     *syntax.Parameters
	annotation syntax.Expr // of what it returns
	decorators []syntax.Expr
	decl       int // or -1 where no declaration stands for it
	scope      *scope
	outer      *scope
	typed      *scope // in which its annotations are evaluated
	class      *class // it is a method of
	async      bool
	returns    []syntax.Expr
	yields     []syntax.Expr
	generator  bool
	overload   bool
	overloads  []*function // before it, of the same name
}

// class is a class.
type class struct {
	module *module
	name   string
	node   *syntax.ClassDef
	decl   int
	scope  *scope
	outer  *scope
	// attributes are what methods assign to attributes of their receiver.
	attributes map[string][]*binding
	// put is what methods put into what those attributes hold.
	put map[string][]*binding
}

// importName is one name that an import statement brings.
type importName struct {
	node     syntax.Node // the alias, or the call
	level    int         // dots before the module
	module   string      // dotted
	name     string      // from the module; "" for the module itself, "*" for all
	as       string      // "" for none
	typeOnly bool
	decl     int // innermost declaration it stands in
}

// declOf returns the declaration for a node, or -1.
func (m *module) declOf(n syntax.Node) int {
	if i, ok := m.outline.at[n]; ok {
		return i
	}
	return -1
}
