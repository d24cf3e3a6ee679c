package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// items adds the declarations in a range of tokens.
func (r *reader) items(i, hi int, o scope) {
	for i < hi {
		next := r.item(i, hi, &o)
		if next <= i {
			next = i + 1
		}
		i = next
	}
}

// item adds the declaration at i and returns the token after it.
func (r *reader) item(i, hi int, o *scope) int {
	h := head{from: i}
	i = r.prefixEnd(i, hi, &h)
	if i >= hi {
		return hi
	}
	switch r.Word(i) {
	case ";", "}":
		return i + 1
	case "namespace":
		return r.namespace(i, hi, *o)
	case "public", "protected", "private", "signals", "Q_SIGNALS":
		if colon := r.accessEnd(i, hi); colon > i && o.class {
			o.hidden = r.IsOne(i, "protected", "private")
			return colon
		}
	case "using":
		return r.using(i, hi, *o, h)
	case "typedef":
		return r.typedef(i, hi, *o, h)
	case "friend":
		if end := r.Find(i, hi, ";", "{", "}"); r.Is(end, "{") && end < hi {
			o := *o
			o.class = false // a function of the namespace, not a member
			return r.declaration(r.prefixEnd(i+1, hi, &h), hi, o, h)
		}
		return r.SkipStatement(i, hi)
	case "static_assert", "_Static_assert":
		return r.SkipStatement(i, hi)
	case "concept":
		if r.IsName(i + 1) {
			end := min(r.Find(i, hi, ";", "}")+1, hi)
			d := r.Add(o.Owner, facts.TypeAlias, r.Name(i+1), i+1, h.from, end, true)
			r.Sign(d, h.attributes, nil, "", false)
			return end
		}
	case "export", "import", "module":
		if r.Is(i, "export") || r.IsName(i+1) && r.Is(i+2, ";") {
			return i + 1
		}
	}
	return r.declaration(i, hi, *o, h)
}

// namespace adds a namespace and its members. A namespace without a name is not added, and
// its members are not exported.
func (r *reader) namespace(i, hi int, o scope) int {
	open := r.Find(i, hi, "{", ";", "}")
	if open >= hi || !r.Is(open, "{") {
		return min(open+1, hi) // an alias
	}
	in := o
	from, to := r.Inside(open, hi)
	end := r.After(open, hi)
	name := -1
	var parts []string
	for j := i + 1; j < open; j++ {
		if r.IsName(j) && !r.Is(j, "inline") && !r.Is(j-1, "[") && !r.Is(j+1, "(") {
			parts = append(parts, r.Name(j))
			if name < 0 {
				name = j
			}
		}
	}
	if name < 0 {
		in.Exported = false
	} else {
		d := r.Add(o.Owner, facts.Namespace, strings.Join(parts, "."), name, i, end, true)
		r.Sign(d, nil, nil, "", false)
		in.Owner = r.OwnerOf(d)
		in.Top = o.Top
		in.Kind = facts.Namespace
	}
	r.items(from, to, in)
	return end
}

// using adds an alias of a type. A declaration that only imports names adds nothing.
func (r *reader) using(i, hi int, o scope, h head) int {
	end := min(r.Find(i, hi, ";", "}")+1, hi)
	if r.IsName(i+1) && r.IsOne(i+2, "=", "[") {
		d := r.Add(o.Owner, facts.TypeAlias, r.Name(i+1), i+1, h.from, end, !o.hidden)
		r.Sign(d, h.attributes, nil, "", false)
	}
	return end
}

func read(f *syntax.File) {
	r := &reader{File: f}
	for _, extension := range []string{".h", ".hpp", ".hh"} {
		r.header = r.header || strings.HasSuffix(f.Path, extension)
	}
	r.macros()
	r.items(0, len(r.Tokens), scope{Owner: syntax.FileOwner()})
}
