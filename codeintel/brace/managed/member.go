package managed

import (
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// member reads a method, constructor, property or field, or skips a statement.
func (r *reader) member(i, hi int, o syntax.Owner, h prefix) int {
	if r.Is(i, "~") && r.IsName(i+1) && r.Is(i+2, "(") {
		return r.method(head{from: i, name: i + 1, label: "~" + r.Name(i+1), stop: i + 2}, hi, o, h)
	}
	m := r.headAt(i, hi)
	atTop := o.Kind == facts.FileType || o.Kind == facts.Namespace
	if m.name < 0 || m.stop >= hi {
		return r.SkipStatement(max(m.stop, i), hi)
	}
	constructs := !m.typed && r.Name(m.name) == o.Name && !atTop
	switch r.Word(m.stop) {
	case "(":
		if m.typed && (!atTop || !r.Reserved(m.from)) || constructs {
			return r.method(m, hi, o, h)
		}
	case "{":
		if constructs {
			return r.compact(m, hi, o, h)
		}
		if r.csharp && m.typed && !atTop {
			return r.property(m, hi, o, h)
		}
	case "[", "=>":
		if r.csharp && m.typed && !atTop {
			return r.property(m, hi, o, h)
		}
	case "=", ";", ",":
		if m.typed && !atTop {
			return r.fields(m, hi, o, h)
		}
	}
	return r.SkipStatement(m.stop, hi)
}

// method adds a method whose parameters begin at the end of its head.
func (r *reader) method(m head, hi int, o syntax.Owner, h prefix) int {
	from, to := r.Inside(m.stop, hi)
	tail := r.After(m.stop, hi)
	atTop := o.Kind == facts.FileType || o.Kind == facts.Namespace
	if tail < hi && r.IsOne(tail, ".", "?.", "=", "+", ")", ",") {
		return r.SkipStatement(tail, hi) // a statement
	}
	end := r.Find(tail, hi, "{", ";", "=>", "}")
	if end >= hi || r.Is(end, "}") || atTop && r.Is(end, ";") {
		return max(min(end, hi), tail)
	}
	stop, body := end+1, -1
	switch {
	case r.Is(end, "{"):
		stop, body = r.After(end, hi), end
	case r.Is(end, "=>"):
		stop, body = min(r.Find(end, hi, ";", "}")+1, hi), end
	}
	elementType := facts.Method
	if atTop {
		elementType = facts.Function
	}
	simple := m.label
	if simple == "" {
		simple = r.Name(m.name)
	}
	public := h.public || o.Kind == facts.Interface && !h.hidden || atTop && !h.hidden
	d := r.Add(o, elementType, simple, m.name, h.from, stop, public)
	returns := ""
	if m.typed {
		returns = r.Written(r.typeStart(m.from, m.name), r.typeEnd(m.from, m.name))
	}
	r.Sign(d, h.attributes, r.TypedFirst(from, to, parameterWords), returns, h.async)
	if body >= 0 {
		r.bodyOf(d, body, stop, hi)
	}
	return stop
}

// compact adds the compact constructor of a record, which has no parameters of its own.
func (r *reader) compact(m head, hi int, o syntax.Owner, h prefix) int {
	stop := r.After(m.stop, hi)
	d := r.Add(o, facts.Method, r.Name(m.name), m.name, h.from, stop, h.public)
	r.Sign(d, h.attributes, nil, "", false)
	r.bodyOf(d, m.stop, stop, hi)
	return stop
}

// property adds a property or indexer of C#.
func (r *reader) property(m head, hi int, o syntax.Owner, h prefix) int {
	at := m.stop
	if r.Is(at, "[") {
		at = r.After(at, hi)
	}
	var stop int
	switch {
	case at < hi && r.Is(at, "{"):
		if stop = r.After(at, hi); stop < hi && r.Is(stop, "=") {
			stop = min(r.Find(stop, hi, ";", "}")+1, hi)
		}
	case at < hi && r.Is(at, "=>"):
		stop = min(r.Find(at, hi, ";", "}")+1, hi)
	default:
		return r.SkipStatement(at, hi)
	}
	simple := m.label
	if simple == "" {
		simple = r.Name(m.name)
	}
	d := r.Add(o, facts.Property, simple, m.name, h.from, stop, h.public || o.Kind == facts.Interface && !h.hidden)
	var parameters []facts.Parameter
	if r.Is(m.stop, "[") {
		from, to := r.Inside(m.stop, hi)
		parameters = r.TypedFirst(from, to, parameterWords)
	}
	r.Sign(d, h.attributes, parameters, r.Written(m.from, m.name), false)
	if at < hi && r.computes(at, hi) {
		r.bodyOf(d, at, stop, hi)
	}
	return stop
}

// computes reports whether the property whose body or arrow is token i has accessors
// with bodies.
func (r *reader) computes(i, hi int) bool {
	if r.Is(i, "=>") {
		return true
	}
	from, to := r.Inside(i, hi)
	for j := from; j < to; j++ {
		if r.IsOne(j, "{", "=>") {
			return true
		}
	}
	return false
}

// fields adds the fields of one declaration.
func (r *reader) fields(m head, hi int, o syntax.Owner, h prefix) int {
	end := min(r.Find(m.stop, hi, ";", "}"), hi)
	stop := min(end+1, hi)
	elementType := facts.Property
	if h.constant || h.static && h.fixed || o.Kind == facts.Interface && !r.csharp {
		elementType = facts.Constant
	}
	typed := r.Written(m.from, m.name)
	r.Commas(m.name, end, func(from, _ int) {
		if !r.IsName(from) {
			return
		}
		d := r.Add(o, elementType, r.Name(from), from, h.from, stop, h.public || o.Kind == facts.Interface && !h.hidden)
		r.Sign(d, h.attributes, nil, typed, false)
	})
	return stop
}
