package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// readRust lists the declarations of a Rust file.
func readRust(s *scan) {
	s.rustItems(0, len(s.tokens), fileOwner())
}

func (s *scan) rustItems(i, hi int, o owner) {
	for i < hi {
		i = s.rustItem(i, hi, o)
	}
}

// rustHead is what stands before an item's keyword.
type rustHead struct {
	from       int // first token but for attributes
	attributes []attribute
	public     bool
	async      bool
}

// rustItem reads the item at i and returns the token behind it. What is none is
// passed over, one token or bracket at a time.
func (s *scan) rustItem(i, hi int, o owner) int {
	h := rustHead{}
	for i < hi && s.is(i, "#") {
		open := i + 1
		if s.is(open, "!") {
			open++
		}
		if !s.is(open, "[") {
			break
		}
		end := s.after(open, hi)
		if open == i+1 {
			h.attributes = append(h.attributes, s.attribute(open+1, end-1))
		}
		i = end
	}
	h.from = i
	if i < hi && s.is(i, "pub") {
		h.public = true
		if i++; s.is(i, "(") && i < hi {
			h.public = false // to some of the crate only
			i = s.after(i, hi)
		}
	}
	for i+1 < hi && s.isOne(i, "default", "const", "async", "unsafe", "extern", "safe", "auto") {
		next := i + 1
		if s.is(i, "extern") && s.tokens[next].kind == str {
			next++
		}
		if !s.isOne(next, "fn", "const", "async", "unsafe", "extern", "safe", "trait", "impl", "type", "static", "mod") {
			break
		}
		h.async = h.async || s.is(i, "async")
		i = next
	}
	if i >= hi {
		return hi
	}
	return s.rustKeyword(i, hi, o, h)
}

func (s *scan) rustKeyword(i, hi int, o owner, h rustHead) int {
	named := s.isName(i+1) && i+1 < hi
	switch s.word(i) {
	case "fn":
		if named {
			return s.rustFunction(i, hi, o, h)
		}
	case "struct", "union":
		if named {
			return s.rustStruct(i, hi, o, h)
		}
	case "enum":
		if named {
			return s.rustBraced(i, hi, o, h, facts.Enum)
		}
	case "trait":
		if named {
			return s.rustTrait(i, hi, o, h)
		}
	case "mod":
		if named {
			return s.rustMod(i, hi, o, h)
		}
	case "impl":
		return s.rustImpl(i, hi, o)
	case "type":
		if named {
			end := min(s.find(i, hi, ";")+1, hi)
			s.rustAdd(o, facts.TypeAlias, i+1, end, h)
			return end
		}
	case "const", "static":
		return s.rustConstant(i, hi, o, h)
	case "use":
		return min(s.find(i, hi, ";")+1, hi)
	case "extern":
		return s.rustExtern(i, hi, o)
	case "macro_rules", "macro":
		return s.rustMacro(i, hi, o, h)
	}
	return s.rustOther(i, hi, o)
}

// rustOther passes over what is no item. An invocation of a macro that holds items,
// such as cfg_if, is entered.
func (s *scan) rustOther(i, hi int, o owner) int {
	if s.isName(i) && s.is(i+1, "!") && s.is(i+2, "{") {
		from, to := s.inside(i+2, hi)
		if s.looksLikeItems(from, to) {
			s.rustItems(from, to, o)
		}
		return s.after(i+2, hi)
	}
	return s.after(i, hi)
}

// looksLikeItems judges the body of a macro by how it begins.
func (s *scan) looksLikeItems(i, hi int) bool {
	for i < hi && s.is(i, "#") && s.is(i+1, "[") {
		i = s.after(i+1, hi)
	}
	return i < hi && s.isOne(i, "pub", "fn", "struct", "enum", "trait", "impl", "mod", "use", "const", "static", "async", "unsafe", "type", "extern")
}

func (s *scan) rustAdd(o owner, elementType string, name, end int, h rustHead) int {
	d := s.add(o, elementType, s.name(name), name, h.from, end, h.public || o.kind == facts.Interface)
	s.sign(d, h.attributes, nil, "", false)
	return d
}

func (s *scan) rustFunction(i, hi int, o owner, h rustHead) int {
	name := i + 1
	open := s.angle(name+1, hi)
	if open >= hi || !s.is(open, "(") {
		return name + 1
	}
	from, to := s.inside(open, hi)
	tail := s.after(open, hi)
	end := s.find(tail, hi, "{", ";", "}")
	elementType := facts.Function
	if o.kind == facts.Class || o.kind == facts.Interface || o.kind == facts.Enum {
		elementType = facts.Method
	}
	stop := end
	braced := end < hi && s.is(end, "{")
	if braced {
		stop = s.after(end, hi)
	} else if end < hi && s.is(end, ";") {
		stop = end + 1
	}
	d := s.add(o, elementType, s.name(name), name, h.from, stop, h.public || o.kind == facts.Interface)
	returns := ""
	if s.is(tail, "->") {
		returns = s.written(tail+1, s.find(tail, end, "where"))
	}
	s.sign(d, h.attributes, s.rustParameters(from, to), returns, h.async)
	if braced {
		s.setBody(d, end, hi)
		from, to := s.inside(end, hi)
		s.rustBody(from, to, s.owner(d))
	}
	return max(stop, name+1)
}

// rustBody looks for items among the statements of a function.
func (s *scan) rustBody(i, hi int, o owner) {
	if s.shallow {
		return
	}
	o.kind = facts.Function
	for i < hi {
		starts := s.isOne(i-1, "{", "}", ";", "]")
		switch {
		case starts && s.isOne(i, "fn", "struct", "enum", "trait", "impl", "mod", "macro_rules") ||
			starts && s.isOne(i, "async", "unsafe", "const", "pub", "union") && s.isOne(i+1, "fn", "struct", "enum", "trait", "unsafe"):
			if next := s.rustItem(i, hi, o); next > i {
				i = next
				continue
			}
		case s.is(i, "!") && s.isName(i-1) && s.isOne(i+1, "(", "[", "{") && s.is(i-1, "quote"):
			i = s.after(i+1, hi) // code for elsewhere
			continue
		}
		i++
	}
}

func (s *scan) rustParameters(from, to int) []facts.Parameter {
	var out []facts.Parameter
	s.commas(from, to, func(from, to int) {
		for from < to && s.is(from, "#") && s.is(from+1, "[") {
			from = s.after(from+1, to)
		}
		colon := s.find(from, to, ":")
		for i := from; i < colon; i++ {
			if s.is(i, "self") {
				return
			}
		}
		switch {
		case from >= to:
		case s.is(from, "...") || s.is(from, ".."):
			out = append(out, facts.Parameter{Rest: true})
		case colon == to:
			out = append(out, facts.Parameter{Type: s.written(from, to)})
		default:
			if s.is(from, "mut") {
				from++
			}
			out = append(out, facts.Parameter{Name: s.written(from, colon), Type: s.written(colon+1, to), Rest: s.is(colon+1, "...")})
		}
	})
	return out
}

func (s *scan) rustStruct(i, hi int, o owner, h rustHead) int {
	name := i + 1
	end := s.find(name+1, hi, "{", ";", "}")
	if end >= hi || !s.is(end, "{") {
		stop := end
		if s.is(end, ";") {
			stop++
		}
		s.rustAdd(o, facts.Class, name, min(stop, hi), h)
		return max(min(stop, hi), name+1)
	}
	stop := s.after(end, hi)
	d := s.rustAdd(o, facts.Class, name, stop, h)
	from, to := s.inside(end, hi)
	fields := s.owner(d)
	s.commas(from, to, func(from, to int) {
		h := rustHead{}
		for from < to && s.is(from, "#") && s.is(from+1, "[") {
			h.attributes = append(h.attributes, s.attribute(from+2, s.after(from+1, to)-1))
			from = s.after(from+1, to)
		}
		h.from = from
		if s.is(from, "pub") {
			h.public = true
			if from++; s.is(from, "(") {
				h.public = false
				from = s.after(from, to)
			}
		}
		if from+1 < to && s.isName(from) && s.is(from+1, ":") {
			f := s.add(fields, facts.Property, s.name(from), from, h.from, to, h.public)
			s.sign(f, h.attributes, nil, s.written(from+2, to), false)
		}
	})
	return stop
}

func (s *scan) rustBraced(i, hi int, o owner, h rustHead, elementType string) int {
	end := s.find(i+2, hi, "{", ";", "}")
	stop := min(end, hi)
	if end < hi && s.is(end, "{") {
		stop = s.after(end, hi)
	}
	s.rustAdd(o, elementType, i+1, stop, h)
	return max(stop, i+2)
}

func (s *scan) rustTrait(i, hi int, o owner, h rustHead) int {
	end := s.find(i+2, hi, "{", ";", "}")
	stop := min(end+1, hi)
	if end < hi && s.is(end, "{") {
		stop = s.after(end, hi)
	}
	d := s.rustAdd(o, facts.Interface, i+1, stop, h)
	if end < hi && s.is(end, "{") {
		from, to := s.inside(end, hi)
		s.rustItems(from, to, s.owner(d))
	}
	return max(stop, i+2)
}

func (s *scan) rustMod(i, hi int, o owner, h rustHead) int {
	if !s.is(i+2, "{") || i+2 >= hi {
		return i + 2 // mod x; is an import
	}
	stop := s.after(i+2, hi)
	d := s.rustAdd(o, facts.Namespace, i+1, stop, h)
	if doc := s.innerDoc(i + 2); doc != "" && !s.shallow && s.decls[d].Signature == nil {
		s.decls[d].Signature = &facts.Signature{Docstring: doc}
	}
	from, to := s.inside(i+2, hi)
	s.rustItems(from, to, s.owner(d))
	return stop
}

// rustImpl reads an impl block. Its members belong to the type it is for, wherever
// that is declared.
func (s *scan) rustImpl(i, hi int, o owner) int {
	open := s.find(i+1, hi, "{", ";", "}")
	if open >= hi || !s.is(open, "{") {
		return max(open, i+1)
	}
	from := s.angle(i+1, open)
	where := s.find(from, open, "where")
	by := s.rustFor(from, where)
	if by < where {
		from = by + 1
	}
	name := s.rustTypeName(from, where)
	in := owner{decl: -1, prefix: o.prefix + name + ".", simple: name, exported: true, kind: facts.Class}
	first, last := s.inside(open, hi)
	before := len(s.decls)
	s.rustItems(first, last, in)
	for d := before; d < len(s.decls); d++ {
		if at := &s.decls[d]; at.Parent < 0 && at.of == "" {
			at.of = o.prefix + name
			at.Exported = at.Exported || by < where
		}
	}
	return s.after(open, hi)
}

// rustFor returns the for of "impl Trait for Type", or hi: not that of for<'a>.
func (s *scan) rustFor(from, hi int) int {
	for {
		i := s.find(from, hi, "for")
		if i >= hi || !s.is(i+1, "<") {
			return i
		}
		from = i + 1
	}
}

// rustTypeName returns the name of a type without path, reference and arguments; as
// it is written if it has none.
func (s *scan) rustTypeName(from, to int) string {
	name := ""
	for i := from; i < to; {
		switch {
		case s.is(i, "<"):
			if end := s.angle(i, to); end > i && name != "" {
				return name
			}
			i++
		case s.isName(i) && !s.isOne(i, "mut", "dyn", "const"):
			name = s.name(i)
			if !s.is(i+1, "::") {
				return name
			}
			i++
		case s.isOne(i, "(", "["):
			return strings.ReplaceAll(s.written(i, to), " ", "")
		default:
			i++
		}
	}
	return name
}

func (s *scan) rustConstant(i, hi int, o owner, h rustHead) int {
	name := i + 1
	if s.isOne(name, "mut", "ref") {
		name++
	}
	end := min(s.find(i, hi, ";", "}")+1, hi)
	if s.isName(name) && s.is(name+1, ":") && name+1 < hi && s.word(name) != "_" {
		elementType := facts.Constant
		if s.is(i, "static") && s.is(i+1, "mut") {
			elementType = facts.Variable
		}
		d := s.add(o, elementType, s.name(name), name, h.from, end, h.public || o.kind == facts.Interface)
		s.sign(d, h.attributes, nil, s.written(name+2, s.find(name, end-1, "=")), false)
	}
	if equals := s.find(name, end, "="); equals+1 < end && s.is(equals+1, "{") { // const _: () = { impl ... };
		o.top = false
		from, to := s.inside(equals+1, end)
		s.rustBody(from, to, o)
	}
	return max(end, i+1)
}

func (s *scan) rustExtern(i, hi int, o owner) int {
	open := i + 1
	if open < hi && s.tokens[open].kind == str {
		open++
	}
	if open < hi && s.is(open, "{") {
		from, to := s.inside(open, hi)
		s.rustItems(from, to, o)
		return s.after(open, hi)
	}
	return min(s.find(i, hi, ";", "}")+1, hi)
}

// rustMacro lists a macro as a function. Its body is code for elsewhere.
func (s *scan) rustMacro(i, hi int, o owner, h rustHead) int {
	name := i + 1
	if s.is(i, "macro_rules") {
		name++
	}
	if !s.isName(name) || name+1 >= hi {
		return i + 1
	}
	open := name + 1
	if s.is(i, "macro") && s.is(open, "(") {
		open = s.after(open, hi)
	}
	if open >= hi || !s.isOne(open, "(", "[", "{") {
		return name + 1
	}
	end := s.after(open, hi)
	if s.is(end, ";") && end < hi {
		end++
	}
	d := s.add(o, facts.Function, s.name(name)+"!", name, h.from, end, h.public || exportsMacro(h.attributes))
	s.sign(d, h.attributes, nil, "", false)
	return end
}

func exportsMacro(attributes []attribute) bool {
	for _, a := range attributes {
		if a.name == "macro_export" {
			return true
		}
	}
	return false
}

// attribute reads what stands between #[ and ].
func (s *scan) attribute(from, to int) attribute {
	a := attribute{from: from, to: to}
	for i := from; i < to && (s.isName(i) || s.isOne(i, "::", ".")); i++ {
		if s.isName(i) {
			a.name = s.name(i)
		}
	}
	return a
}
