package symtable

import (
	"github.com/coderef-system/coderefd/codeintel/python/outline"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
	"github.com/coderef-system/coderefd/codeintel/python/token"
)

// insertion is the insertion of a value into a container: l.append(x), d[k] = x.
type insertion struct {
	into     syntax.Expr // a name, or an attribute of the receiver
	value    syntax.Expr
	elements bool // the elements of value are inserted
	scope    *Scope
}

// Module is the symbol table of a file. It is immutable after [Build].
type Module struct {
	Path           string
	Syntax         *syntax.Module
	Outline        *outline.Outline
	Scope          *Scope
	Functions      map[syntax.Node]*Function // by *syntax.FunctionDef or *syntax.Lambda
	Classes        map[*syntax.ClassDef]*Class
	Comprehensions map[*syntax.Comp]*Scope
	Imports        []*Import
	DynamicImports []*Import // imports by a call
	insertions     []insertion
	Size           int // bytes of text
	Warning        string
}

// Function is a function, method or lambda.
type Function struct {
	Module          *Module
	name            string
	node            syntax.Node
	Params          *syntax.Parameters
	Annotation      syntax.Expr // return annotation, or nil
	decorators      []syntax.Expr
	Decl            int // index of its declaration, or -1
	Scope           *Scope
	OuterScope      *Scope
	AnnotationScope *Scope // scope of its annotations
	Class           *Class // class of a method, or nil
	Async           bool
	Returns         []syntax.Expr
	Yields          []syntax.Expr
	Generator       bool
	overload        bool
	Overloads       []*Function // earlier overloads of the function
}

// Class is a class.
type Class struct {
	module     *Module
	name       string
	Node       *syntax.ClassDef
	Decl       int
	Scope      *Scope
	OuterScope *Scope
	// Attributes are the assignments to attributes of the receiver in methods.
	Attributes map[string][]*Binding
	// inserted are the insertions into containers in those attributes.
	inserted map[string][]*Binding
}

// Import is one imported name.
type Import struct {
	Node     syntax.Node // *syntax.Alias or *syntax.Call
	Level    int         // dots before the module name
	Module   string      // dotted name
	Name     string      // name in the module; "" for the module itself, "*" for all names
	Alias    string      // or ""
	TypeOnly bool
	Decl     int // enclosing declaration
}

// ScopeKind is the kind of a scope.
type ScopeKind uint8

const (
	ModuleScope ScopeKind = iota
	ClassScope
	FunctionScope // includes lambdas
	ComprehensionScope
)

// Scope is a scope with its bindings.
type Scope struct {
	Kind     ScopeKind
	Module   *Module
	Parent   *Scope // or nil
	Class    *Class
	function *Function
	decl     int // enclosing declaration
	Names    map[string][]*Binding
	Stars    []*Binding            // import *
	inserted map[string][]*Binding // insertions into containers, by name
	Globals  map[string]bool       // names declared global
	outer    map[string]bool       // names declared nonlocal
	Root     *Block
	end      token.Pos
}

// BindingKind is the kind of a binding.
type BindingKind uint8

const (
	FunctionBinding BindingKind = iota
	ClassBinding
	ImportBinding
	ValueBinding     // = value
	ElementBinding   // in a for statement or comprehension: an element of value
	ContextBinding   // `with value as x`
	ExceptionBinding // `except value as x`
	ParameterBinding
	PatternBinding // value is a class, or nil
	AliasBinding   // `type X = value`
	TypeParamBinding
	Unbinding // del, +=
)

// Binding is one binding of a name.
type Binding struct {
	Kind       BindingKind
	Name       string
	Scope      *Scope // scope in which Value and Annotation are evaluated
	Value      syntax.Expr
	Annotation syntax.Expr
	Path       []int // indexes of the element in an unpacked value, outermost first
	Function   *Function
	Class      *Class
	Imported   *Import
	Parameter  *syntax.Parameter
	Async      bool
	Node       syntax.Node // the node that contains the name
	From       token.Pos   // position from which it is in effect
	block      *Block
}
