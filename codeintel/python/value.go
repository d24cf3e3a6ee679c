package python

import "slices"

// valueKind is what an expression may give.
type valueKind uint8

const (
	aModule         valueKind = iota // mod, or the folder text
	aClass                           // cls
	anInstance                       // of cls
	aFunction                        // fn
	aMethod                          // fn, of an instance or class
	anExternal                       // something of the name text from elsewhere
	anExternalValue                  // an instance of the class text from elsewhere
	aBuiltin                         // an instance of what the library calls text
	aBuiltinClass                    // the class of that name itself
	aBuiltinMethod                   // the method text of a container
	aSuper                           // what super() gives in cls
)

// value is one thing that an expression may give. Values compare by ==.
type value struct {
	kind valueKind
	mod  *module
	cls  *class
	fn   *function
	text string
	args *arguments // of types: what a container holds
	// guess is set where no declaration says so, but what is assigned or returned.
	guess bool
	// own is set on what stands for the receiver of a method: of whatever class that is.
	own bool
	// via is the class that a method was found by way of; nil for what is no member.
	via *class
	// exact is set on a method that is taken from a class by name, or from super().
	exact bool
}

// arguments are what the parameters of a type stand for. There is one for each
// list of sets.
type arguments struct {
	id    int
	list  [][]value
	depth int
}

// maxValues bounds how many values one expression may have.
const maxValues = 24

// join adds values to a set.
func join(to []value, more ...value) []value {
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

// guessed marks values as inferred.
func guessed(values []value) []value {
	out := make([]value, 0, len(values))
	for _, v := range values {
		v.guess = true
		out = join(out, v)
	}
	return out
}

// elements returns what a container may hold, its keys for a dictionary.
func (v value) elements() []value {
	if v.args == nil || len(v.args.list) == 0 {
		return nil
	}
	return v.args.list[0]
}

// argument returns what a type argument stands for.
func (v value) argument(i int) []value {
	if v.args == nil || i >= len(v.args.list) {
		return nil
	}
	return v.args.list[i]
}
