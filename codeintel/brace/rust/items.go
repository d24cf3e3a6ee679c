package rust

import (
	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// items adds the items in a range of tokens.
func (r *reader) items(i, hi int, o syntax.Owner) {
	for i < hi {
		i = r.item(i, hi, o)
	}
}

// item adds the item at i and returns the token after it. If no item begins at i, it
// skips one token or bracket.
func (r *reader) item(i, hi int, o syntax.Owner) int {
	h := head{}
	for i < hi && r.Is(i, "#") {
		open := i + 1
		if r.Is(open, "!") {
			open++
		}
		if !r.Is(open, "[") {
			break
		}
		end := r.After(open, hi)
		if open == i+1 {
			h.attributes = append(h.attributes, r.Attribute(open+1, end-1))
		}
		i = end
	}
	h.from = i
	if i < hi && r.Is(i, "pub") {
		h.public = true
		if i++; r.Is(i, "(") && i < hi {
			h.public = false // visible in a part of the crate only
			i = r.After(i, hi)
		}
	}
	for i+1 < hi && r.IsOne(i, "default", "const", "async", "unsafe", "extern", "safe", "auto") {
		next := i + 1
		if r.Is(i, "extern") && r.Tokens[next].Kind == lex.String {
			next++
		}
		if !r.IsOne(next, "fn", "const", "async", "unsafe", "extern", "safe", "trait", "impl", "type", "static",
			"mod") {
			break
		}
		h.async = h.async || r.Is(i, "async")
		i = next
	}
	if i >= hi {
		return hi
	}
	return r.keyword(i, hi, o, h)
}

// keyword adds the item whose keyword is token i and returns the token after it.
func (r *reader) keyword(i, hi int, o syntax.Owner, h head) int {
	named := r.IsName(i+1) && i+1 < hi
	switch r.Word(i) {
	case "fn":
		if named {
			return r.function(i, hi, o, h)
		}
	case "struct", "union":
		if named {
			return r.structure(i, hi, o, h)
		}
	case "enum":
		if named {
			return r.braced(i, hi, o, h, facts.Enum)
		}
	case "trait":
		if named {
			return r.trait(i, hi, o, h)
		}
	case "mod":
		if named {
			return r.module(i, hi, o, h)
		}
	case "impl":
		return r.impl(i, hi, o)
	case "type":
		if named {
			end := min(r.Find(i, hi, ";")+1, hi)
			r.add(o, facts.TypeAlias, i+1, end, h)
			return end
		}
	case "const", "static":
		return r.constant(i, hi, o, h)
	case "use":
		return min(r.Find(i, hi, ";")+1, hi)
	case "extern":
		return r.extern(i, hi, o)
	case "macro_rules", "macro":
		return r.macro(i, hi, o, h)
	}
	return r.other(i, hi, o)
}

// other skips a token that begins no item. It enters the invocation of a macro that
// contains items, such as cfg_if.
func (r *reader) other(i, hi int, o syntax.Owner) int {
	if r.IsName(i) && r.Is(i+1, "!") && r.Is(i+2, "{") {
		from, to := r.Inside(i+2, hi)
		if r.looksLikeItems(from, to) {
			r.items(from, to, o)
		}
		return r.After(i+2, hi)
	}
	return r.After(i, hi)
}

// looksLikeItems reports whether the body of a macro begins like an item.
func (r *reader) looksLikeItems(i, hi int) bool {
	for i < hi && r.Is(i, "#") && r.Is(i+1, "[") {
		i = r.After(i+1, hi)
	}
	return i < hi && r.IsOne(i, "pub", "fn", "struct", "enum", "trait", "impl", "mod", "use", "const", "static",
		"async", "unsafe", "type", "extern")
}

func (r *reader) module(i, hi int, o syntax.Owner, h head) int {
	if !r.Is(i+2, "{") || i+2 >= hi {
		return i + 2 // mod x; is an import
	}
	stop := r.After(i+2, hi)
	d := r.add(o, facts.Namespace, i+1, stop, h)
	if doc := r.InnerDoc(i + 2); doc != "" && !r.Shallow && r.Decls[d].Signature == nil {
		r.Decls[d].Signature = &facts.Signature{Docstring: doc}
	}
	from, to := r.Inside(i+2, hi)
	r.items(from, to, r.OwnerOf(d))
	return stop
}

func (r *reader) extern(i, hi int, o syntax.Owner) int {
	open := i + 1
	if open < hi && r.Tokens[open].Kind == lex.String {
		open++
	}
	if open < hi && r.Is(open, "{") {
		from, to := r.Inside(open, hi)
		r.items(from, to, o)
		return r.After(open, hi)
	}
	return min(r.Find(i, hi, ";", "}")+1, hi)
}

func (r *reader) trait(i, hi int, o syntax.Owner, h head) int {
	end := r.Find(i+2, hi, "{", ";", "}")
	stop := min(end+1, hi)
	if end < hi && r.Is(end, "{") {
		stop = r.After(end, hi)
	}
	d := r.add(o, facts.Interface, i+1, stop, h)
	if end < hi && r.Is(end, "{") {
		from, to := r.Inside(end, hi)
		r.items(from, to, r.OwnerOf(d))
	}
	return max(stop, i+2)
}

// impl adds the members of an impl block. Their parent is the implementing type, which
// can be declared elsewhere in the file.
func (r *reader) impl(i, hi int, o syntax.Owner) int {
	open := r.Find(i+1, hi, "{", ";", "}")
	if open >= hi || !r.Is(open, "{") {
		return max(open, i+1)
	}
	from := r.Angle(i+1, open)
	where := r.Find(from, open, "where")
	by := r.forKeyword(from, where)
	if by < where {
		from = by + 1
	}
	name := r.typeName(from, where)
	in := syntax.Owner{Decl: -1, Prefix: o.Prefix + name + ".", Name: name, Exported: true, Kind: facts.Class}
	first, last := r.Inside(open, hi)
	before := len(r.Decls)
	r.items(first, last, in)
	for d := before; d < len(r.Decls); d++ {
		if at := &r.Decls[d]; at.Parent < 0 && at.Of == "" {
			at.Of = o.Prefix + name
			at.Exported = at.Exported || by < where
		}
	}
	return r.After(open, hi)
}

func (r *reader) function(i, hi int, o syntax.Owner, h head) int {
	name := i + 1
	open := r.Angle(name+1, hi)
	if open >= hi || !r.Is(open, "(") {
		return name + 1
	}
	from, to := r.Inside(open, hi)
	tail := r.After(open, hi)
	end := r.Find(tail, hi, "{", ";", "}")
	elementType := facts.Function
	if o.Kind == facts.Class || o.Kind == facts.Interface || o.Kind == facts.Enum {
		elementType = facts.Method
	}
	stop := end
	braced := end < hi && r.Is(end, "{")
	if braced {
		stop = r.After(end, hi)
	} else if end < hi && r.Is(end, ";") {
		stop = end + 1
	}
	d := r.Add(o, elementType, r.Name(name), name, h.from, stop, h.public || o.Kind == facts.Interface)
	returns := ""
	if r.Is(tail, "->") {
		returns = r.Written(tail+1, r.Find(tail, end, "where"))
	}
	r.Sign(d, h.attributes, r.parameters(from, to), returns, h.async)
	if braced {
		r.SetBody(d, end, hi)
		from, to := r.Inside(end, hi)
		r.body(from, to, r.OwnerOf(d))
	}
	return max(stop, name+1)
}

// body adds the items among the statements of a function.
func (r *reader) body(i, hi int, o syntax.Owner) {
	if r.Shallow {
		return
	}
	o.Kind = facts.Function
	for i < hi {
		starts := r.IsOne(i-1, "{", "}", ";", "]")
		switch {
		case starts && r.IsOne(i, "fn", "struct", "enum", "trait", "impl", "mod", "macro_rules") ||
			starts && r.IsOne(i, "async", "unsafe", "const", "pub", "union") &&
				r.IsOne(i+1, "fn", "struct", "enum", "trait", "unsafe"):
			if next := r.item(i, hi, o); next > i {
				i = next
				continue
			}
		case r.Is(i, "!") && r.IsName(i-1) && r.IsOne(i+1, "(", "[", "{") && r.Is(i-1, "quote"):
			i = r.After(i+1, hi) // this code is expanded elsewhere
			continue
		}
		i++
	}
}

func (r *reader) constant(i, hi int, o syntax.Owner, h head) int {
	name := i + 1
	if r.IsOne(name, "mut", "ref") {
		name++
	}
	end := min(r.Find(i, hi, ";", "}")+1, hi)
	if r.IsName(name) && r.Is(name+1, ":") && name+1 < hi && r.Word(name) != "_" {
		elementType := facts.Constant
		if r.Is(i, "static") && r.Is(i+1, "mut") {
			elementType = facts.Variable
		}
		d := r.Add(o, elementType, r.Name(name), name, h.from, end, h.public || o.Kind == facts.Interface)
		r.Sign(d, h.attributes, nil, r.Written(name+2, r.Find(name, end-1, "=")), false)
	}
	if equals := r.Find(name, end, "="); equals+1 < end && r.Is(equals+1, "{") { // const _: () = { impl ... };
		o.Top = false
		from, to := r.Inside(equals+1, end)
		r.body(from, to, o)
	}
	return max(end, i+1)
}

func read(f *syntax.File) {
	r := &reader{f}
	r.items(0, len(r.Tokens), syntax.FileOwner())
}
