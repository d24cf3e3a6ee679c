package rust

import (
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// macro adds a macro as a function. Its body is expanded elsewhere and not read.
func (r *reader) macro(i, hi int, o syntax.Owner, h head) int {
	name := i + 1
	if r.Is(i, "macro_rules") {
		name++
	}
	if !r.IsName(name) || name+1 >= hi {
		return i + 1
	}
	open := name + 1
	if r.Is(i, "macro") && r.Is(open, "(") {
		open = r.After(open, hi)
	}
	if open >= hi || !r.IsOne(open, "(", "[", "{") {
		return name + 1
	}
	end := r.After(open, hi)
	if r.Is(end, ";") && end < hi {
		end++
	}
	d := r.Add(o, facts.Function, r.Name(name)+"!", name, h.from, end, h.public || exportsMacro(h.attributes))
	r.Sign(d, h.attributes, nil, "", false)
	return end
}

// exportsMacro reports whether the attributes of a macro export it from its crate.
func exportsMacro(attributes []syntax.Attribute) bool {
	for _, a := range attributes {
		if a.Name == "macro_export" {
			return true
		}
	}
	return false
}
