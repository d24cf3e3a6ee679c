package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// readNative lists the declarations of a C or C++ file.
func readNative(s *scan) {
	s.macros()
	s.nativeItems(0, len(s.tokens), nativeScope{owner: fileOwner()})
}

// nativeScope is what declarations of C and C++ are in.
type nativeScope struct {
	owner
	class  bool // a class, struct or union
	hidden bool // members from here on are private or protected
}

func (s *scan) nativeItems(i, hi int, o nativeScope) {
	for i < hi {
		next := s.nativeItem(i, hi, &o)
		if next <= i {
			next = i + 1
		}
		i = next
	}
}

// nativeHead is what stands before a declaration.
type nativeHead struct {
	from       int
	attributes []attribute
	static     bool
}

// nativeItem reads one declaration and returns the token behind it.
func (s *scan) nativeItem(i, hi int, o *nativeScope) int {
	h := nativeHead{from: i}
	i = s.nativePrefix(i, hi, &h)
	if i >= hi {
		return hi
	}
	switch s.word(i) {
	case ";", "}":
		return i + 1
	case "namespace":
		return s.nativeNamespace(i, hi, *o)
	case "public", "protected", "private", "signals", "Q_SIGNALS":
		if colon := s.accessEnd(i, hi); colon > i && o.class {
			o.hidden = s.isOne(i, "protected", "private")
			return colon
		}
	case "using":
		return s.using(i, hi, *o, h)
	case "typedef":
		return s.typedef(i, hi, *o, h)
	case "friend":
		if end := s.find(i, hi, ";", "{", "}"); s.is(end, "{") && end < hi {
			o := *o
			o.class = false // a function of the namespace, not a member
			return s.declaration(s.nativePrefix(i+1, hi, &h), hi, o, h)
		}
		return s.pass(i, hi)
	case "static_assert", "_Static_assert":
		return s.pass(i, hi)
	case "concept":
		if s.isName(i + 1) {
			end := min(s.find(i, hi, ";", "}")+1, hi)
			d := s.add(o.owner, facts.TypeAlias, s.name(i+1), i+1, h.from, end, true)
			s.sign(d, h.attributes, nil, "", false)
			return end
		}
	case "export", "import", "module":
		if s.is(i, "export") || s.isName(i+1) && s.is(i+2, ";") {
			return i + 1
		}
	}
	return s.declaration(i, hi, *o, h)
}

// nativePrefix reads attributes, template heads and words that say how something
// is stored. Tokens of a template head belong to the declaration.
func (s *scan) nativePrefix(i, hi int, h *nativeHead) int {
	for i < hi {
		switch {
		case s.is(i, "[") && s.is(i+1, "["):
			from, to := s.inside(i+1, hi)
			s.commas(from, to, func(from, to int) { h.attributes = append(h.attributes, s.attribute(from, to)) })
			i = s.after(i, hi)
		case s.is(i, "template") && s.is(i+1, "<"):
			i = max(s.angle(i+1, hi), i+2)
		case s.is(i, "requires"):
			i = s.requires(i, hi)
		case s.isOne(i, "__attribute__", "__declspec", "alignas", "_Alignas", "__attribute") && s.is(i+1, "("):
			i = s.after(i+1, hi)
		case s.is(i, "static"):
			h.static = true
			i++
		case s.is(i, "extern") && i+1 < hi && s.tokens[i+1].kind == str:
			if s.is(i+2, "{") {
				return i + 2 // what the braces hold is as if they were not there
			}
			i += 2
		case s.is(i, "explicit") && s.is(i+1, "("):
			i = s.after(i+1, hi)
		case s.isOne(i, "extern", "inline", "virtual", "explicit", "constexpr", "consteval", "constinit", "__inline", "__inline__", "__extension__", "_Noreturn", "thread_local", "register"):
			i++
		default:
			return i
		}
	}
	return i
}

// requires returns the token behind a requires clause.
func (s *scan) requires(i, hi int) int {
	for i++; i < hi; {
		switch {
		case s.is(i, "requires"):
			i++
			if s.is(i, "(") {
				i = s.after(i, hi)
			}
		case s.isOne(i, "(", "{"):
			i = s.after(i, hi)
		case s.isName(i):
			if i++; s.is(i, "<") {
				i = max(s.angle(i, hi), i+1)
			}
		case s.is(i, "::"):
			i++
			continue
		default:
			return i
		}
		if !s.isOne(i, "&&", "||", "::") {
			return i
		}
		i++
	}
	return i
}

// accessEnd returns the token behind "public:" or "public slots:", or i.
func (s *scan) accessEnd(i, hi int) int {
	for j := i + 1; j < hi && j <= i+2; j++ {
		if s.is(j, ":") {
			return j + 1
		}
	}
	return i
}

func (s *scan) nativeNamespace(i, hi int, o nativeScope) int {
	open := s.find(i, hi, "{", ";", "}")
	if open >= hi || !s.is(open, "{") {
		return min(open+1, hi) // an alias
	}
	in := o
	from, to := s.inside(open, hi)
	end := s.after(open, hi)
	name := -1
	var parts []string
	for j := i + 1; j < open; j++ {
		if s.isName(j) && !s.is(j, "inline") && !s.is(j-1, "[") && !s.is(j+1, "(") {
			parts = append(parts, s.name(j))
			if name < 0 {
				name = j
			}
		}
	}
	if name < 0 {
		in.exported = false
	} else {
		d := s.add(o.owner, facts.Namespace, strings.Join(parts, "."), name, i, end, true)
		s.sign(d, nil, nil, "", false)
		in.owner = s.owner(d)
		in.top = o.top
		in.kind = facts.Namespace
	}
	s.nativeItems(from, to, in)
	return end
}

// using reads an alias of a type; what only brings names in is none.
func (s *scan) using(i, hi int, o nativeScope, h nativeHead) int {
	end := min(s.find(i, hi, ";", "}")+1, hi)
	if s.isName(i+1) && s.isOne(i+2, "=", "[") {
		d := s.add(o.owner, facts.TypeAlias, s.name(i+1), i+1, h.from, end, !o.hidden)
		s.sign(d, h.attributes, nil, "", false)
	}
	return end
}

// typedef reads an alias of a type. A struct, union or enum that is declared in it
// is listed too, by the alias where it has no name of its own.
func (s *scan) typedef(i, hi int, o nativeScope, h nativeHead) int {
	end := s.find(i, hi, ";", "}")
	stop := min(end+1, hi)
	from := i + 1
	if open := s.definition(from, end); open >= 0 {
		behind := s.after(open, end)
		name := s.lastName(behind, end)
		own := s.record(from, open, hi, o, h, name)
		if own == name {
			return stop
		}
		if name >= 0 {
			s.alias(name, stop, o, h)
		}
		return stop
	}
	if name, _ := s.typedefName(from, end); name >= 0 {
		s.alias(name, stop, o, h)
	}
	return stop
}

func (s *scan) alias(name, stop int, o nativeScope, h nativeHead) {
	d := s.add(o.owner, facts.TypeAlias, s.name(name), name, h.from, stop, !o.hidden)
	s.sign(d, nil, nil, "", false)
}

// typedefName returns what a typedef of no body names.
func (s *scan) typedefName(from, end int) (int, bool) {
	for i := from; i < end; i++ {
		if s.is(i, "(") {
			if in := s.pointed(i, end); in >= 0 {
				return in, true // typedef int (*f)(int)
			}
			if s.isName(i-1) && i-1 > from && !s.isOne(i-1, "__attribute__", "__typeof__", "typeof", "decltype", "__declspec") {
				return i - 1, false // typedef int f(int)
			}
			i = s.after(i, end) - 1
		} else if s.is(i, "<") {
			i = max(s.angle(i, end), i+1) - 1
		}
	}
	return s.lastName(from, end), false
}

// lastName returns the last name that stands in no brackets, or -1.
func (s *scan) lastName(from, end int) int {
	name := -1
	for i := from; i < end; {
		switch {
		case s.isOne(i, "__attribute__", "__declspec", "__attribute") && s.is(i+1, "("):
			i = s.after(i+1, end)
			continue
		case s.isName(i) && !qualifiers[s.word(i)] && s.word(i) != "__packed":
			name = i
		case s.is(i, ","):
			return name
		case s.tokens[i].match > int32(i):
			i = s.after(i, end)
			continue
		}
		i++
	}
	return name
}

// definition returns the brace that opens the body of the class, struct, union or
// enum whose keyword stands among the first tokens, or -1.
func (s *scan) definition(i, hi int) int {
	if i < s.noBody {
		return -1
	}
	open, end := s.findDefinition(i, hi)
	if open < 0 {
		s.noBody = end
	}
	return open
}

// findDefinition is definition, and tells how far it looked.
func (s *scan) findDefinition(i, hi int) (open, end int) {
	for i < hi && s.isOne(i, "const", "volatile", "static", "constexpr", "inline", "extern", "typedef", "mutable", "__extension__") {
		i++
	}
	if !s.isOne(i, "class", "struct", "union", "enum") {
		return -1, i
	}
	colon := false
	for j := i + 1; j < hi; {
		switch {
		case s.is(j, "{"):
			return j, j
		case s.isName(j), s.isOne(j, "::", ":", ",", "...", "."):
			if s.is(j, ",") && !colon {
				return -1, j
			}
			colon = colon || s.is(j, ":")
			j++
		case s.is(j, "("):
			if !s.attributeLike(j-1) && !colon {
				return -1, j
			}
			j = s.after(j, hi)
		case s.is(j, "["):
			j = s.after(j, hi)
		case s.is(j, "<"):
			end := s.angle(j, hi)
			if end == j {
				return -1, j
			}
			j = end
		default:
			return -1, j
		}
	}
	return -1, hi
}

// attributeLike reports a name that with its parentheses is an attribute.
func (s *scan) attributeLike(i int) bool {
	w := s.word(i)
	return w == "alignas" || w == "decltype" || strings.HasPrefix(w, "__") || w == strings.ToUpper(w) && s.isName(i)
}
