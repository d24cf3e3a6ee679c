package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// readManaged lists the declarations of a Java or C# file.
func readManaged(s *scan) {
	s.managedItems(0, len(s.tokens), fileOwner())
}

func (s *scan) managedItems(i, hi int, o owner) {
	for i < hi {
		next := s.managedItem(i, hi, &o)
		if next <= i {
			next = i + 1
		}
		i = next
	}
}

// managedHead is what stands before the keyword or type of a declaration.
type managedHead struct {
	from       int // first token but for attributes
	attributes []attribute
	public     bool
	hidden     bool // private or protected
	static     bool
	fixed      bool // final, const or readonly
	constant   bool
	async      bool
	some       bool // there are modifiers
}

// modifiers stand before declarations of Java and C#, whatever they mean there.
var modifiers = set("public", "private", "protected", "internal", "static", "final", "abstract", "native", "synchronized", //nolint:gochecknoglobals // never written
	"transient", "volatile", "strictfp", "default", "sealed", "virtual", "override", "async", "readonly", "const", "extern", "unsafe",
	"partial", "new", "required", "file", "ref", "fixed", "event")

// managedHead reads attributes and modifiers.
func (s *scan) managedHead(i, hi int) (managedHead, int) {
	h := managedHead{from: i}
	for i < hi {
		switch w := s.word(i); {
		case w == "@" && s.isName(i+1) && !s.is(i+1, "interface"):
			end := s.annotationEnd(i, hi)
			h.attributes = append(h.attributes, s.attribute(i+1, end))
			i = end
		case w == "[" && s.interpolated:
			from, to := s.inside(i, hi)
			if target := s.word(from); s.is(from+1, ":") {
				if from += 2; target == "assembly" || target == "module" {
					from = to
				}
			}
			s.commas(from, to, func(from, to int) { h.attributes = append(h.attributes, s.attribute(from, to)) })
			i = s.after(i, hi)
		case w == "non" && s.is(i+1, "-") && s.is(i+2, "sealed"):
			i += 3
			continue
		case modifiers[w] && s.tokens[i].kind == ident && (!s.isOne(i+1, "(", "=", ";", ",", ":", "->", "=>", ".") || s.tupleAt(i+1, hi)):
			h.note(w)
			i++
			continue
		default:
			return h, i
		}
		if i > hi {
			i = hi
		}
		if !h.some {
			h.from = i
		}
	}
	return h, i
}

// tupleAt reports the type of a tuple at i, behind a modifier: a name follows it.
func (s *scan) tupleAt(i, hi int) bool {
	if !s.interpolated || !s.is(i, "(") || i >= hi || s.isOne(i-1, "new", "fixed", "default") {
		return false
	}
	behind := s.after(i, hi)
	if s.is(behind, "?") {
		behind++
	}
	return behind < hi && s.isName(behind) && s.isOne(behind+1, "(", "<", "{", ";", "=", "=>", ".")
}

func (h *managedHead) note(word string) {
	h.some = true
	switch word {
	case "public":
		h.public = true
	case "private", "protected", "internal":
		h.hidden = true
	case "static":
		h.static = true
	case "final", "readonly":
		h.fixed = true
	case "const":
		h.constant = true
	case "async":
		h.async = true
	}
}

// annotationEnd returns the token behind an annotation of Java.
func (s *scan) annotationEnd(i, hi int) int {
	for i++; i < hi && s.isName(i) && s.is(i+1, "."); {
		i += 2
	}
	if i++; i < hi && s.is(i, "(") {
		return s.after(i, hi)
	}
	return min(i, hi)
}

// managedItem reads one declaration and returns the token behind it. A namespace
// for the whole file becomes the owner of what follows.
func (s *scan) managedItem(i, hi int, o *owner) int {
	h, i := s.managedHead(i, hi)
	if i >= hi {
		return hi
	}
	atTop := o.kind == facts.FileType || o.kind == facts.Namespace
	switch s.word(i) {
	case ";", "}":
		return i + 1
	case "{":
		from, to := s.inside(i, hi)
		s.managedBody(from, to, *o) // an initializer
		return s.after(i, hi)
	case "class", "interface", "enum", "struct", "record":
		if end, ok := s.managedType(i, hi, *o, h); ok {
			return end
		}
	case "@":
		if s.is(i+1, "interface") {
			if end, ok := s.managedType(i+1, hi, *o, h); ok {
				return end
			}
		}
		return i + 1
	case "namespace":
		if atTop && s.isName(i+1) && s.interpolated {
			return s.namespace(i, hi, o)
		}
	case "import", "package", "using", "global", "extern":
		if atTop {
			return min(s.find(i, hi, ";", "}", "{")+1, hi)
		}
	case "delegate":
		if s.isName(i+1) && s.interpolated {
			return s.delegate(i, hi, *o, h)
		}
	}
	return s.member(i, hi, *o, h)
}

// namespace reads a namespace of C#: what it holds counts as top-level, as what a
// package of other languages holds does.
func (s *scan) namespace(i, hi int, o *owner) int {
	name := i + 1
	open := s.find(name, hi, "{", ";", "}")
	simple := strings.ReplaceAll(s.written(name, open), " ", "")
	if open >= hi || !s.is(open, "{") {
		d := s.add(fileOwner(), facts.Namespace, simple, name, i, hi, true) // there is one in a file
		s.sign(d, nil, nil, "", false)
		*o = s.owner(d)
		o.top = true
		return min(open+1, hi)
	}
	end := s.after(open, hi)
	d := s.add(*o, facts.Namespace, simple, name, i, end, true)
	s.sign(d, nil, nil, "", false)
	in := s.owner(d)
	in.top = o.top
	from, to := s.inside(open, hi)
	s.managedItems(from, to, in)
	return end
}

// managedType reads a type declaration whose keyword is at i, if it is one.
func (s *scan) managedType(i, hi int, o owner, h managedHead) (end int, ok bool) {
	word, name := s.word(i), i+1
	if word == "record" && s.isOne(name, "class", "struct") {
		name++
	}
	if !s.isName(name) || name >= hi || word == "record" && s.isOne(name+1, "=", ",") {
		return 0, false
	}
	elementType := facts.Class
	switch word {
	case "interface":
		elementType = facts.Interface
	case "enum":
		elementType = facts.Enum
	}
	open := s.find(name+1, hi, "{", ";", "}", "=")
	if open < hi && s.is(open, "=") {
		return 0, false
	}
	end = min(open+1, hi)
	if open < hi && s.is(open, "{") {
		end = s.after(open, hi)
	}
	public := h.public || o.kind == facts.Interface && !h.hidden
	d := s.add(o, elementType, s.name(name), name, h.from, end, public)
	head := s.angle(name+1, open)
	var components []facts.Parameter
	in := s.owner(d)
	if head < open && s.is(head, "(") {
		from, to := s.inside(head, open)
		components = s.typedFirst(from, to, parameterWords)
		if word == "record" {
			s.components(in, from, to)
		}
		head = s.after(head, open)
	}
	s.decls[d].base = [2]int{head, open}
	s.sign(d, h.attributes, components, "", false)
	if open < hi && s.is(open, "{") {
		from, to := s.inside(open, hi)
		if elementType == facts.Enum {
			if s.interpolated {
				return end, true
			}
			from = min(s.find(from, to, ";")+1, to) // behind the constants
		}
		s.managedItems(from, to, in)
	}
	return end, true
}

// components lists the components of a record.
func (s *scan) components(in owner, from, to int) {
	s.commas(from, to, func(from, to int) {
		end := s.find(from, to, "=")
		if name, _ := s.declarator(s.skipAttributes(from, end), end); name >= 0 {
			f := s.add(in, facts.Property, s.name(name), name, from, to, true)
			s.sign(f, nil, nil, s.written(s.skipAttributes(from, name), name), false)
		}
	})
}

func (s *scan) skipAttributes(i, hi int) int {
	for i < hi {
		switch {
		case s.is(i, "@") && s.isName(i+1):
			i = s.annotationEnd(i, hi)
		case s.is(i, "["):
			i = s.after(i, hi)
		default:
			return i
		}
	}
	return i
}

// parameterWords are the modifiers of parameters.
var parameterWords = set("final", "ref", "out", "in", "this", "scoped", "readonly") //nolint:gochecknoglobals // never written

func (s *scan) delegate(i, hi int, o owner, h managedHead) int {
	open := s.find(i, hi, "(", ";", "{", "}")
	end := min(s.find(open, hi, ";", "{", "}")+1, hi)
	name := open - 1
	if s.is(name, ">") {
		for j := i; j < open; j++ { // delegate R Name<T>(...)
			if s.isName(j) && s.angle(j+1, open) == open {
				name = j
				break
			}
		}
	}
	if open < hi && s.is(open, "(") && s.isName(name) && name > i {
		d := s.add(o, facts.TypeAlias, s.name(name), name, h.from, end, h.public)
		from, to := s.inside(open, hi)
		s.sign(d, h.attributes, s.typedFirst(from, to, parameterWords), s.written(i+1, name), false)
	}
	return max(end, i+1)
}
