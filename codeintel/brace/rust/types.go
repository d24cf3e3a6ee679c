package rust

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// add adds an item without parameters.
func (r *reader) add(o syntax.Owner, elementType string, name, end int, h head) int {
	d := r.Add(o, elementType, r.Name(name), name, h.from, end, h.public || o.Kind == facts.Interface)
	r.Sign(d, h.attributes, nil, "", false)
	return d
}

// parameters returns the parameters in a range of tokens, without self.
func (r *reader) parameters(from, to int) []facts.Parameter {
	var out []facts.Parameter
	r.Commas(from, to, func(from, to int) {
		for from < to && r.Is(from, "#") && r.Is(from+1, "[") {
			from = r.After(from+1, to)
		}
		colon := r.Find(from, to, ":")
		for i := from; i < colon; i++ {
			if r.Is(i, "self") {
				return
			}
		}
		switch {
		case from >= to:
		case r.Is(from, "...") || r.Is(from, ".."):
			out = append(out, facts.Parameter{Rest: true})
		case colon == to:
			out = append(out, facts.Parameter{Type: r.Written(from, to)})
		default:
			if r.Is(from, "mut") {
				from++
			}
			out = append(out, facts.Parameter{
				Name: r.Written(from, colon), Type: r.Written(colon+1, to), Rest: r.Is(colon+1, "..."),
			})
		}
	})
	return out
}

// structure adds a struct or union and its fields.
func (r *reader) structure(i, hi int, o syntax.Owner, h head) int {
	name := i + 1
	end := r.Find(name+1, hi, "{", ";", "}")
	if end >= hi || !r.Is(end, "{") {
		stop := end
		if r.Is(end, ";") {
			stop++
		}
		r.add(o, facts.Class, name, min(stop, hi), h)
		return max(min(stop, hi), name+1)
	}
	stop := r.After(end, hi)
	d := r.add(o, facts.Class, name, stop, h)
	from, to := r.Inside(end, hi)
	fields := r.OwnerOf(d)
	r.Commas(from, to, func(from, to int) {
		h := head{}
		for from < to && r.Is(from, "#") && r.Is(from+1, "[") {
			h.attributes = append(h.attributes, r.Attribute(from+2, r.After(from+1, to)-1))
			from = r.After(from+1, to)
		}
		h.from = from
		if r.Is(from, "pub") {
			h.public = true
			if from++; r.Is(from, "(") {
				h.public = false
				from = r.After(from, to)
			}
		}
		if from+1 < to && r.IsName(from) && r.Is(from+1, ":") {
			f := r.Add(fields, facts.Property, r.Name(from), from, h.from, to, h.public)
			r.Sign(f, h.attributes, nil, r.Written(from+2, to), false)
		}
	})
	return stop
}

// braced adds an item whose members are not read.
func (r *reader) braced(i, hi int, o syntax.Owner, h head, elementType string) int {
	end := r.Find(i+2, hi, "{", ";", "}")
	stop := min(end, hi)
	if end < hi && r.Is(end, "{") {
		stop = r.After(end, hi)
	}
	r.add(o, elementType, i+1, stop, h)
	return max(stop, i+2)
}

// forKeyword returns the keyword 'for' of `impl Trait for Type`, or hi. It ignores the 'for' of
// `for<'a>`.
func (r *reader) forKeyword(from, hi int) int {
	for {
		i := r.Find(from, hi, "for")
		if i >= hi || !r.Is(i+1, "<") {
			return i
		}
		from = i + 1
	}
}

// typeName returns the name of a type without path, reference and arguments, or the
// text of a type without name.
func (r *reader) typeName(from, to int) string {
	name := ""
	for i := from; i < to; {
		switch {
		case r.Is(i, "<"):
			if end := r.Angle(i, to); end > i && name != "" {
				return name
			}
			i++
		case r.IsName(i) && !r.IsOne(i, "mut", "dyn", "const"):
			name = r.Name(i)
			if !r.Is(i+1, "::") {
				return name
			}
			i++
		case r.IsOne(i, "(", "["):
			return strings.ReplaceAll(r.Written(i, to), " ", "")
		default:
			i++
		}
	}
	return name
}
