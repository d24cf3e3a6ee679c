package native

import (
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// typedef adds an alias of a type, and the struct, union or enum that it declares. A struct,
// union or enum without a name gets the name of the alias.
func (r *reader) typedef(i, hi int, o scope, h head) int {
	end := r.Find(i, hi, ";", "}")
	stop := min(end+1, hi)
	from := i + 1
	if open := r.definition(from, end); open >= 0 {
		after := r.After(open, end)
		name := r.lastName(after, end)
		own := r.record(from, open, hi, o, h, name)
		if own == name {
			return stop
		}
		if name >= 0 {
			r.alias(name, stop, o, h)
		}
		return stop
	}
	if name, _ := r.typedefName(from, end); name >= 0 {
		r.alias(name, stop, o, h)
	}
	return stop
}

// alias adds an alias of a type.
func (r *reader) alias(name, stop int, o scope, h head) {
	d := r.Add(o.Owner, facts.TypeAlias, r.Name(name), name, h.from, stop, !o.hidden)
	r.Sign(d, nil, nil, "", false)
}

// typedefName returns the token of the name that a typedef without body declares, or
// -1.
func (r *reader) typedefName(from, end int) (int, bool) {
	for i := from; i < end; i++ {
		if r.Is(i, "(") {
			if in := r.Pointed(i, end); in >= 0 {
				return in, true // typedef int (*f)(int)
			}
			if r.IsName(i-1) && i-1 > from &&
				!r.IsOne(i-1, "__attribute__", "__typeof__", "typeof", "decltype", "__declspec") {
				return i - 1, false // typedef int f(int)
			}
			i = r.After(i, end) - 1
		} else if r.Is(i, "<") {
			i = max(r.Angle(i, end), i+1) - 1
		}
	}
	return r.lastName(from, end), false
}

// lastName returns the last name outside of brackets, or -1.
func (r *reader) lastName(from, end int) int {
	name := -1
	for i := from; i < end; {
		switch {
		case r.IsOne(i, "__attribute__", "__declspec", "__attribute") && r.Is(i+1, "("):
			i = r.After(i+1, end)
			continue
		case r.IsName(i) && !syntax.IsQualifier(r.Word(i)) && r.Word(i) != "__packed":
			name = i
		case r.Is(i, ","):
			return name
		case r.Tokens[i].Match > int32(i):
			i = r.After(i, end)
			continue
		}
		i++
	}
	return name
}
