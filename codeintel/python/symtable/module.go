package symtable

import (
	"github.com/coderef-system/coderefd/codeintel/python/outline"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// insertion is a place where something is put into a container: l.append(x), d[k] = x.
type insertion struct {
	into     syntax.Expr // a name, or an attribute of a receiver
	value    syntax.Expr
	elements bool // it is the elements of the value that are put there
	scope    *Scope
}

// Module is a file with its scopes. It is immutable once it is built.
type Module struct {
	Path           string
	Syntax         *syntax.Module
	Outline        *outline.Outline
	Scope          *Scope
	Functions      map[syntax.Node]*Function // by *syntax.FunctionDef or *syntax.Lambda
	Classes        map[*syntax.ClassDef]*Class
	Comprehensions map[*syntax.Comp]*Scope
	Imports        []*Import
	DynamicImports []*Import // by call
	insertions     []insertion
	Size           int // of the text
	Warning        string
}

// Function is a function, method or lambda.
type Function struct {
	Module          *Module
	name            string
	node            syntax.Node
	Params          *syntax.Parameters
	Annotation      syntax.Expr // of what it returns
	decorators      []syntax.Expr
	Decl            int // or -1 where no declaration stands for it
	Scope           *Scope
	OuterScope      *Scope
	AnnotationScope *Scope // in which its annotations are evaluated
	Class           *Class // it is a method of
	Async           bool
	Returns         []syntax.Expr
	Yields          []syntax.Expr
	Generator       bool
	overload        bool
	Overloads       []*Function // before it, of the same name
}

// Class is a class.
type Class struct {
	module     *Module
	name       string
	Node       *syntax.ClassDef
	Decl       int
	Scope      *Scope
	OuterScope *Scope
	// Attributes are what methods assign to attributes of their receiver.
	Attributes map[string][]*Binding
	// inserted is what methods put into what those attributes hold.
	inserted map[string][]*Binding
}

// Import is one name that an import statement brings.
type Import struct {
	Node     syntax.Node // the alias, or the call
	Level    int         // dots before the module
	Module   string      // dotted
	Name     string      // from the module; "" for the module itself, "*" for all
	Alias    string      // "" for none
	TypeOnly bool
	Decl     int // innermost declaration it stands in
}

// ScopeKind is what opens a scope.
type ScopeKind uint8

const (
	ModuleScope ScopeKind = iota
	ClassScope
	FunctionScope // of lambdas too
	ComprehensionScope
)

// Scope is one scope with what is bound in it.
type Scope struct {
	Kind     ScopeKind
	Module   *Module
	Parent   *Scope // in which it stands; nil for a module's
	Class    *Class
	function *Function
	decl     int // innermost declaration around its statements
	Names    map[string][]*Binding
	Stars    []*Binding            // import *
	inserted map[string][]*Binding // what is put into what its names hold
	Globals  map[string]bool       // declared global here
	outer    map[string]bool       // declared nonlocal here
	Root     *Block
	end      token.Pos
}

// BindingKind is how a name comes by its value.
type BindingKind uint8

const (
	FunctionBinding BindingKind = iota
	ClassBinding
	ImportBinding
	ValueBinding     // = value
	ElementBinding   // for, comprehension: an element of value
	ContextBinding   // with value as
	ExceptionBinding // except value as
	ParameterBinding
	PatternBinding // captured by a case: value is a class, or nil
	AliasBinding   // type X = value
	TypeParamBinding
	Unbinding // del, +=
)

// Binding is one place where a name is bound.
type Binding struct {
	Kind       BindingKind
	Name       string
	Scope      *Scope // in which value and annotation are evaluated
	Value      syntax.Expr
	Annotation syntax.Expr
	Path       []int // which part of the value, where it is unpacked: from outside inwards
	Function   *Function
	Class      *Class
	Imported   *Import
	Parameter  *syntax.Parameter
	Async      bool
	Node       syntax.Node // that is the name, or says it
	From       token.Pos   // where it takes effect
	block      *Block
}
