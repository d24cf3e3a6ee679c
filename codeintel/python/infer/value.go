package infer

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// Kind is the kind of a value.
type Kind uint8

const (
	ModuleValue      Kind = iota // Module, or the folder Name
	ClassValue                   // Class
	InstanceValue                // an instance of Class
	FunctionValue                // Function
	MethodValue                  // Function, bound to a receiver
	ExternalName                 // the declaration Name outside the project, or a member that Class inherits from there
	ExternalInstance             // an instance of the class Name outside the project
	BuiltinInstance              // an instance of the built-in type Name
	BuiltinClass                 // the built-in class or function Name
	BuiltinMethod                // the method Name of a built-in type
	SuperValue                   // super() in Class
)

// Value is one possible value of an expression. Values are comparable.
type Value struct {
	Kind     Kind
	Module   *symtable.Module
	Class    *symtable.Class
	Function *symtable.Function
	Name     string
	args     *arguments // type arguments: the elements of a container
	// Inferred is set if the value comes from an assignment or return statement, not from a
	// declaration.
	Inferred bool
	// isReceiver is set if the value is the receiver of a method, whose class may be a
	// subclass.
	isReceiver bool
	// Via is the class through which a method was accessed, or nil.
	Via *symtable.Class
	// Exact is set if the method cannot be overridden: it was accessed through a class or
	// super().
	Exact bool
}

// arguments are interned type arguments: a set of values for each parameter.
type arguments struct {
	id    int
	list  [][]Value
	depth int
}

// maxValues bounds the number of values of an expression.
const maxValues = 24

// join returns the union of two sets of values.
func join(to []Value, more ...Value) []Value {
	for _, v := range more {
		if len(to) >= maxValues {
			return to
		}
		if !slices.Contains(to, v) {
			to = append(to[:len(to):len(to)], v)
		}
	}
	return to
}

// markInferred marks values as inferred.
func markInferred(values []Value) []Value {
	out := make([]Value, 0, len(values))
	for _, v := range values {
		v.Inferred = true
		out = join(out, v)
	}
	return out
}

// Elements returns the elements of a container, or the keys of a dictionary.
func (v Value) Elements() []Value {
	if v.args == nil || len(v.args.list) == 0 {
		return nil
	}
	return v.args.list[0]
}

// Contents returns the values in a container: the elements, or the keys and values of a
// dictionary, or the function of a partial.
func (v Value) Contents() []Value {
	if v.args == nil {
		return nil
	}
	return slices.Concat(v.args.list...)
}

// argument returns the values of a type argument.
func (v Value) argument(i int) []Value {
	if v.args == nil || i >= len(v.args.list) {
		return nil
	}
	return v.args.list[i]
}
