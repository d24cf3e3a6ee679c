package infer

import (
	"slices"

	"github.com/coderef-system/coderefd/codeintel/python/symtable"
)

// Kind is what an expression may give.
type Kind uint8

const (
	ModuleValue      Kind = iota // mod, or the folder text
	ClassValue                   // cls
	InstanceValue                // of cls
	FunctionValue                // fn
	MethodValue                  // fn, of an instance or class
	ExternalName                 // something of the name text from elsewhere
	ExternalInstance             // an instance of the class text from elsewhere
	BuiltinInstance              // an instance of what the library calls text
	BuiltinClass                 // the class of that name itself
	BuiltinMethod                // the method text of a container
	SuperValue                   // what super() gives in cls
)

// Value is one thing that an expression may give. Values compare by ==.
type Value struct {
	Kind     Kind
	Module   *symtable.Module
	Class    *symtable.Class
	Function *symtable.Function
	Name     string
	args     *arguments // of types: what a container holds
	// Inferred is set where no declaration says so, but what is assigned or returned.
	Inferred bool
	// isReceiver is set on what stands for the receiver of a method: of whatever class that is.
	isReceiver bool
	// Via is the class that a method was found by way of; nil for what is no member.
	Via *symtable.Class
	// Exact is set on a method that is taken from a class by name, or from super().
	Exact bool
}

// arguments are what the parameters of a type stand for. There is one for each
// list of sets.
type arguments struct {
	id    int
	list  [][]Value
	depth int
}

// maxValues bounds how many values one expression may have.
const maxValues = 24

// join adds values to a set.
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

// Elements returns what a container may hold, its keys for a dictionary.
func (v Value) Elements() []Value {
	if v.args == nil || len(v.args.list) == 0 {
		return nil
	}
	return v.args.list[0]
}

// argument returns what a type argument stands for.
func (v Value) argument(i int) []Value {
	if v.args == nil || i >= len(v.args.list) {
		return nil
	}
	return v.args.list[i]
}
