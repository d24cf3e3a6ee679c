package managed

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// items adds the declarations in a range of tokens.
func (r *reader) items(i, hi int, o syntax.Owner) {
	for i < hi {
		next := r.item(i, hi, &o)
		if next <= i {
			next = i + 1
		}
		i = next
	}
}

// item adds the declaration at i and returns the token after it. A file-scoped
// namespace becomes the owner of the declarations that follow.
func (r *reader) item(i, hi int, o *syntax.Owner) int {
	h, i := r.modifiersAt(i, hi)
	if i >= hi {
		return hi
	}
	atTop := o.Kind == facts.FileType || o.Kind == facts.Namespace
	switch r.Word(i) {
	case ";", "}":
		return i + 1
	case "{":
		from, to := r.Inside(i, hi)
		r.statements(from, to, *o) // an initializer
		return r.After(i, hi)
	case "class", "interface", "enum", "struct", "record":
		if end, ok := r.typeDeclaration(i, hi, *o, h); ok {
			return end
		}
	case "@":
		if r.Is(i+1, "interface") {
			if end, ok := r.typeDeclaration(i+1, hi, *o, h); ok {
				return end
			}
		}
		return i + 1
	case "namespace":
		if atTop && r.IsName(i+1) && r.csharp {
			return r.namespace(i, hi, o)
		}
	case "import", "package", "using", "global", "extern":
		if atTop {
			return min(r.Find(i, hi, ";", "}", "{")+1, hi)
		}
	case "delegate":
		if r.IsName(i+1) && r.csharp {
			return r.delegate(i, hi, *o, h)
		}
	}
	return r.member(i, hi, *o, h)
}

// namespace adds a namespace of C#. Its members count as top-level, like the members of a
// package in other languages.
func (r *reader) namespace(i, hi int, o *syntax.Owner) int {
	name := i + 1
	open := r.Find(name, hi, "{", ";", "}")
	simple := strings.ReplaceAll(r.Written(name, open), " ", "")
	if open >= hi || !r.Is(open, "{") {
		d := r.Add(syntax.FileOwner(), facts.Namespace, simple, name, i, hi, true) // a file has only one
		r.Sign(d, nil, nil, "", false)
		*o = r.OwnerOf(d)
		o.Top = true
		return min(open+1, hi)
	}
	end := r.After(open, hi)
	d := r.Add(*o, facts.Namespace, simple, name, i, end, true)
	r.Sign(d, nil, nil, "", false)
	in := r.OwnerOf(d)
	in.Top = o.Top
	from, to := r.Inside(open, hi)
	r.items(from, to, in)
	return end
}

// typeDeclaration adds the type whose keyword is token i; ok is false if it is not a
// type.
func (r *reader) typeDeclaration(i, hi int, o syntax.Owner, h prefix) (end int, ok bool) {
	word, name := r.Word(i), i+1
	if word == "record" && r.IsOne(name, "class", "struct") {
		name++
	}
	if !r.IsName(name) || name >= hi || word == "record" && r.IsOne(name+1, "=", ",") {
		return 0, false
	}
	elementType := facts.Class
	switch word {
	case "interface":
		elementType = facts.Interface
	case "enum":
		elementType = facts.Enum
	}
	open := r.Find(name+1, hi, "{", ";", "}", "=")
	if open < hi && r.Is(open, "=") {
		return 0, false
	}
	end = min(open+1, hi)
	if open < hi && r.Is(open, "{") {
		end = r.After(open, hi)
	}
	public := h.public || o.Kind == facts.Interface && !h.hidden
	d := r.Add(o, elementType, r.Name(name), name, h.from, end, public)
	head := r.Angle(name+1, open)
	var components []facts.Parameter
	in := r.OwnerOf(d)
	if head < open && r.Is(head, "(") {
		from, to := r.Inside(head, open)
		components = r.TypedFirst(from, to, parameterWords)
		if word == "record" {
			r.components(in, from, to)
		}
		head = r.After(head, open)
	}
	r.Decls[d].Bases = [2]int{head, open}
	r.Sign(d, h.attributes, components, "", false)
	if open < hi && r.Is(open, "{") {
		from, to := r.Inside(open, hi)
		if elementType == facts.Enum {
			if r.csharp {
				return end, true
			}
			from = min(r.Find(from, to, ";")+1, to) // after the constants
		}
		r.items(from, to, in)
	}
	return end, true
}

// components adds the components of a record as properties.
func (r *reader) components(in syntax.Owner, from, to int) {
	r.Commas(from, to, func(from, to int) {
		end := r.Find(from, to, "=")
		if name, _ := r.Declarator(r.skipAttributes(from, end), end); name >= 0 {
			f := r.Add(in, facts.Property, r.Name(name), name, from, to, true)
			r.Sign(f, nil, nil, r.Written(r.skipAttributes(from, name), name), false)
		}
	})
}

// skipAttributes returns the first token after the attributes at i.
func (r *reader) skipAttributes(i, hi int) int {
	for i < hi {
		switch {
		case r.Is(i, "@") && r.IsName(i+1):
			i = r.AnnotationEnd(i, hi)
		case r.Is(i, "["):
			i = r.After(i, hi)
		default:
			return i
		}
	}
	return i
}
