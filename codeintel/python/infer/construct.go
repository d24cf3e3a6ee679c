package infer

import (
	"fmt"
	"strings"
)

// instances returns the instances of classes.
func (ev *Evaluator) instances(classes []Value) []Value {
	var out []Value
	for _, v := range classes {
		switch v.Kind {
		case ClassValue:
			out = join(out, Value{Kind: InstanceValue, Class: v.Class, args: v.args, isReceiver: v.isReceiver})
		case ExternalName:
			out = join(out, Value{Kind: ExternalInstance, Name: v.Name})
		case BuiltinClass:
			out = join(out, Value{Kind: BuiltinInstance, Name: v.Name, args: v.args})
		default: // no instances
		}
	}
	return out
}

// awaited returns the results of coroutines if async is set, else values.
func awaited(values []Value, async bool) []Value {
	if !async {
		return values
	}
	var out []Value
	for _, v := range values {
		if v.Kind == BuiltinInstance && v.Name == "coroutine" {
			out = join(out, v.Elements()...)
		}
	}
	return out
}

// arguments interns type arguments, so that equal ones have the same pointer. It returns nil
// beyond the nesting limit.
func (ev *Evaluator) arguments(list ...[]Value) *arguments {
	var key strings.Builder
	deep := 0
	for _, set := range list {
		for _, v := range set {
			fmt.Fprintf(&key, "%d,%p,%p,%p,%s,%t,%t;", v.Kind, v.Module, v.Class, v.Function, v.Name, v.Inferred,
				v.isReceiver)
			if v.args != nil {
				fmt.Fprintf(&key, "%d", v.args.id)
				deep = max(deep, v.args.depth)
			}
		}
		key.WriteByte('|')
	}
	if deep >= maxNesting {
		return nil
	}
	a, ok := ev.types[key.String()]
	if !ok {
		a = &arguments{id: len(ev.types), list: list, depth: deep + 1}
		ev.types[key.String()] = a
	}
	return a
}

// maxNesting bounds the nesting of type arguments.
const maxNesting = 4

// container returns an instance of a built-in generic type.
func (ev *Evaluator) container(name string, of ...[]Value) Value {
	return Value{Kind: BuiltinInstance, Name: name, args: ev.arguments(of...)}
}

// classOf returns the class of an instance.
func (ev *Evaluator) classOf(v Value) []Value {
	switch v.Kind {
	case InstanceValue:
		return []Value{{Kind: ClassValue, Class: v.Class, args: v.args, isReceiver: v.isReceiver, Inferred: v.Inferred}}
	case ExternalInstance:
		return []Value{{Kind: ExternalName, Name: v.Name}}
	default:
		return nil
	}
}
