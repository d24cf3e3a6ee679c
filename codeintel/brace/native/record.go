package native

import "github.com/coderef-system/coderefd/codeintel/facts"

// record adds the class, struct, union or enum whose keyword is at or after token i and whose
// body opens at open, with its members. A record without a name gets the name at token alias,
// and is not added if alias is -1. The result is the token of the name.
func (r *reader) record(i, open, hi int, o scope, h head, alias int) int {
	for !r.IsOne(i, "class", "struct", "union", "enum") {
		i++
	}
	word := r.Word(i)
	name, base := r.recordName(i+1, open)
	if word == "enum" && r.IsOne(i+1, "class", "struct") {
		name, base = r.recordName(i+2, open)
	}
	if name < 0 {
		name = alias
	}
	end := r.After(open, hi)
	from, to := r.Inside(open, hi)
	in := scope{Owner: o.Owner, class: true, hidden: word == "class"}
	if name >= 0 {
		elementType := facts.Class
		if word == "enum" {
			elementType = facts.Enum
		}
		d := r.Add(o.Owner, elementType, r.qualified(i+1, base, name), name, h.from, max(end, name+1), !o.hidden)
		r.Decls[d].Bases = [2]int{base, open}
		r.Decls[d].Line = min(r.Decls[d].Line, r.LineOf(i)) // the name of a typedef follows the body
		r.Sign(d, h.attributes, nil, "", false)
		in.Owner = r.OwnerOf(d)
	}
	if word != "enum" {
		r.items(from, to, in)
	}
	return name
}

// recordName returns the token of the name of a record, and the token at which its
// bases begin. The name is the last one before the bases except "final".
func (r *reader) recordName(i, open int) (name, base int) {
	name = -1
	for ; i < open; i++ {
		switch {
		case r.Is(i, ":"):
			return name, i
		case r.IsName(i) && r.Is(i+1, "("):
			i = r.After(i+1, open) - 1
		case r.IsOne(i, "[", "("):
			i = r.After(i, open) - 1
		case r.Is(i, "<"):
			i = max(r.Angle(i, open), i+1) - 1
		case r.IsName(i) && !r.Is(i, "final"):
			name = i
		}
	}
	return name, open
}

// qualified returns the name of a record that is declared as A::B.
func (r *reader) qualified(from, to, name int) string {
	text := r.Name(name)
	for i := name - 1; i > from && i < to && r.Is(i, "::") && r.IsName(i-1); i -= 2 {
		text = r.Name(i-1) + "." + text
	}
	return text
}
