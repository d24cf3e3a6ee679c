package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// variables adds the variables or fields of a declaration. c is the first.
func (r *reader) variables(i, j, hi int, o scope, h head, c chain) int {
	if c.token < 0 || c.count == 0 {
		if r.Is(j, ":") {
			return j + 1 // a label
		}
		if r.Is(j, "{") {
			from, to := r.Inside(j, hi)
			r.items(from, to, o) // possibly a macro that opens a namespace
			return r.After(j, hi)
		}
		return r.SkipStatement(j, hi)
	}
	if r.Is(j, "=") && r.Is(j+1, "[") && !o.class && len(c.parts) == 1 {
		if stop, ok := r.lambda(j+1, hi, o, h, c); ok {
			return stop
		}
	}
	end := j
	if r.Is(j, "{") {
		if end = r.After(j, hi); end >= hi || !r.IsOne(end, ";", ",") {
			return end
		}
	}
	end = min(r.Find(end, hi, ";", "}"), hi)
	if len(c.parts) == 1 && (r.header || o.class || !r.Has(h.from, i, "extern")) {
		r.declarators(c.token, end, min(end+1, hi), r.Written(i, c.first), o, h)
	}
	return min(end+1, hi)
}

// declarators adds the variables in a list separated by commas.
func (r *reader) declarators(from, end, stop int, typed string, o scope, h head) {
	fixed := strings.Contains(typed, "const") && !strings.Contains(typed, "*") || r.Has(h.from, from, "constexpr")
	r.Commas(from, end, func(from, to int) {
		for from < to && (r.IsOne(from, "*", "&", "&&") || syntax.IsQualifier(r.Word(from))) {
			from++
		}
		if from < to && r.Is(from, "(") {
			from = r.Pointed(from, to)
		}
		if from >= 0 && from < to && r.IsName(from) {
			r.variable(from, min(stop, len(r.Tokens)), typed, fixed, o, h)
		}
	})
}

// variable adds a variable or field.
func (r *reader) variable(name, stop int, typed string, fixed bool, o scope, h head) {
	elementType := facts.Variable
	switch {
	case o.class && (!fixed || !h.static):
		elementType = facts.Property
	case fixed:
		elementType = facts.Constant
	}
	d := r.Add(o.Owner, elementType, r.Name(name), name, h.from, stop, !o.hidden && (r.header || o.class || !h.static))
	r.Sign(d, h.attributes, nil, typed, false)
}
