package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// memberHead is the beginning of a member: its type, if any, and its name.
type memberHead struct {
	typed bool // something stands before the name
	from  int  // of the type
	name  int  // token, or -1
	label string
	stop  int // the token that ends it
}

// statements are words that begin what is no declaration, in all languages.
var statements = set("return", "throw", "if", "else", "for", "while", "do", "switch", "case", "try", "catch", "finally", "goto", //nolint:gochecknoglobals // never written
	"break", "continue", "var")

// more are the words that a language has beside, by its name.
var more = map[string]map[string]bool{ //nolint:gochecknoglobals // never written
	"java": set("new", "assert"),
	"c":    set("sizeof", "alignof", "_Alignof"),
	"cpp":  set("new", "delete", "co_return", "co_await", "co_yield", "sizeof", "alignof"),
	"csharp": set("new", "await", "yield", "lock", "checked", "unchecked", "sizeof", "typeof", "foreach", "nameof", "stackalloc", "fixed",
		"in", "is", "as", "base"),
	"rust": set("in", "as", "fn", "Fn", "FnMut", "FnOnce", "Some", "Ok", "Err", "let", "mut", "pub", "impl", "dyn", "where", "move", "ref"),
}

// linq are words of C# that are names too, where parentheses follow.
var linq = set("select", "from", "where", "orderby", "not", "and", "or", "when") //nolint:gochecknoglobals // never written

// reserved reports a word that begins no declaration and is no name.
func (s *scan) reserved(i int) bool {
	w := s.word(i)
	return statements[w] || more[s.dialect.name][w] || s.interpolated && linq[w] && !s.is(i+1, "(")
}

// head reads a type and a name up to what follows them.
func (s *scan) head(i, hi int) memberHead {
	m := memberHead{from: i, name: -1, stop: hi}
	for j := i; j < hi; {
		switch w := s.word(j); {
		case s.is(j, "operator") && s.interpolated:
			return s.operatorHead(m, j, hi)
		case s.isName(j):
			if s.reserved(j) && w != "var" {
				m.name, m.stop = -1, j
				return m
			}
			m.typed = m.name >= 0 || m.typed
			m.name = j
			if j++; s.is(j, "<") {
				j = max(s.angle(j, hi), j+1)
			}
		case s.is(j, "@") && s.isName(j+1):
			j = s.annotationEnd(j, hi)
		case s.is(j, "("):
			if m.name < 0 || !s.isName(j-1) && !s.is(j-1, ">") {
				m.typed = true // a tuple
				j = s.after(j, hi)
				continue
			}
			m.stop = j
			return m
		case s.is(j, "["):
			if s.is(j-1, "this") {
				m.stop, m.label = j, "this[]"
				return m
			}
			j = s.after(j, hi)
		case s.is(j, "."), s.is(j, "::"):
			m.name = -1 // what came before is part of a type or of a qualified name
			m.typed = m.typed && j > i
			j++
		case s.is(j, "<"):
			m.typed = true
			j = max(s.angle(j, hi), j+1) // <T> void f()
		case s.isOne(j, "?", "*", "&", ">"):
			m.typed = m.typed || m.name >= 0
			j++
		default:
			m.stop = j
			return m
		}
	}
	return m
}

// operatorHead reads the name of an operator.
func (s *scan) operatorHead(m memberHead, j, hi int) memberHead {
	open := s.find(j+1, hi, "(", ";", "{", "}")
	if s.is(j+1, "(") && s.is(j+2, ")") {
		open = j + 3
	}
	m.typed, m.name, m.stop = true, j, open
	m.label = "operator" + strings.ReplaceAll(s.written(j+1, open), " ", "")
	if s.isName(j + 1) {
		m.label = "operator " + s.written(j+1, open)
	}
	return m
}

// member reads a method, constructor, property or field, or passes over a
// statement.
func (s *scan) member(i, hi int, o owner, h managedHead) int {
	if s.is(i, "~") && s.isName(i+1) && s.is(i+2, "(") {
		return s.method(memberHead{from: i, name: i + 1, label: "~" + s.name(i+1), stop: i + 2}, hi, o, h)
	}
	m := s.head(i, hi)
	atTop := o.kind == facts.FileType || o.kind == facts.Namespace
	if m.name < 0 || m.stop >= hi {
		return s.pass(max(m.stop, i), hi)
	}
	constructs := !m.typed && s.name(m.name) == o.simple && !atTop
	switch s.word(m.stop) {
	case "(":
		if m.typed && (!atTop || !s.reserved(m.from)) || constructs {
			return s.method(m, hi, o, h)
		}
	case "{":
		if constructs {
			return s.compact(m, hi, o, h)
		}
		if s.interpolated && m.typed && !atTop {
			return s.property(m, hi, o, h)
		}
	case "[", "=>":
		if s.interpolated && m.typed && !atTop {
			return s.property(m, hi, o, h)
		}
	case "=", ";", ",":
		if m.typed && !atTop {
			return s.fields(m, hi, o, h)
		}
	}
	return s.pass(m.stop, hi)
}

// pass returns the token behind a statement.
func (s *scan) pass(i, hi int) int {
	end := s.find(i, hi, ";", "{", "}")
	if end >= hi {
		return hi
	}
	return s.after(end, hi)
}

// method reads a method from its parameters on.
func (s *scan) method(m memberHead, hi int, o owner, h managedHead) int {
	from, to := s.inside(m.stop, hi)
	tail := s.after(m.stop, hi)
	atTop := o.kind == facts.FileType || o.kind == facts.Namespace
	if tail < hi && s.isOne(tail, ".", "?.", "=", "+", ")", ",") {
		return s.pass(tail, hi) // a statement
	}
	end := s.find(tail, hi, "{", ";", "=>", "}")
	if end >= hi || s.is(end, "}") || atTop && s.is(end, ";") {
		return max(min(end, hi), tail)
	}
	stop, body := end+1, -1
	switch {
	case s.is(end, "{"):
		stop, body = s.after(end, hi), end
	case s.is(end, "=>"):
		stop, body = min(s.find(end, hi, ";", "}")+1, hi), end
	}
	elementType := facts.Method
	if atTop {
		elementType = facts.Function
	}
	simple := m.label
	if simple == "" {
		simple = s.name(m.name)
	}
	public := h.public || o.kind == facts.Interface && !h.hidden || atTop && !h.hidden
	d := s.add(o, elementType, simple, m.name, h.from, stop, public)
	returns := ""
	if m.typed {
		returns = s.written(s.typeStart(m.from, m.name), s.typeEnd(m.from, m.name))
	}
	s.sign(d, h.attributes, s.typedFirst(from, to, parameterWords), returns, h.async)
	if body >= 0 {
		s.bodyOf(d, body, stop, hi)
	}
	return stop
}

// typeStart returns the token a result type begins with, behind <T>.
func (s *scan) typeStart(from, name int) int {
	if s.is(from, "<") {
		return min(s.angle(from, name), name)
	}
	return from
}

// typeEnd returns the token a result type ends before: the name, or what qualifies
// it where a member is that of an interface.
func (s *scan) typeEnd(from, name int) int {
	for name-2 > from && s.is(name-1, ".") {
		name--
		for name--; name > from && s.is(name, ">"); name-- {
			for name > from && !s.is(name, "<") {
				name--
			}
		}
	}
	if s.isOne(name-1, "implicit", "explicit") {
		return name - 1
	}
	return name
}

// bodyOf notes the body of a method: braces, or an expression behind an arrow.
func (s *scan) bodyOf(d, body, stop, hi int) {
	at := &s.decls[d]
	at.body, at.end = body+1, stop-1
	if s.is(body, "{") {
		at.body, at.end = s.inside(body, hi)
	}
	if at.end < at.body {
		at.end = at.body
	}
	o := s.owner(d)
	s.managedBody(at.body, at.end, o)
}

// compact reads the constructor of a record that has no parameters of its own.
func (s *scan) compact(m memberHead, hi int, o owner, h managedHead) int {
	stop := s.after(m.stop, hi)
	d := s.add(o, facts.Method, s.name(m.name), m.name, h.from, stop, h.public)
	s.sign(d, h.attributes, nil, "", false)
	s.bodyOf(d, m.stop, stop, hi)
	return stop
}

// property reads a property or indexer of C#.
func (s *scan) property(m memberHead, hi int, o owner, h managedHead) int {
	at := m.stop
	if s.is(at, "[") {
		at = s.after(at, hi)
	}
	var stop int
	switch {
	case at < hi && s.is(at, "{"):
		if stop = s.after(at, hi); stop < hi && s.is(stop, "=") {
			stop = min(s.find(stop, hi, ";", "}")+1, hi)
		}
	case at < hi && s.is(at, "=>"):
		stop = min(s.find(at, hi, ";", "}")+1, hi)
	default:
		return s.pass(at, hi)
	}
	simple := m.label
	if simple == "" {
		simple = s.name(m.name)
	}
	d := s.add(o, facts.Property, simple, m.name, h.from, stop, h.public || o.kind == facts.Interface && !h.hidden)
	var parameters []facts.Parameter
	if s.is(m.stop, "[") {
		from, to := s.inside(m.stop, hi)
		parameters = s.typedFirst(from, to, parameterWords)
	}
	s.sign(d, h.attributes, parameters, s.written(m.from, m.name), false)
	if at < hi && s.computes(at, hi) {
		s.bodyOf(d, at, stop, hi)
	}
	return stop
}

// computes reports a property, whose body or arrow is at i, that has accessors with
// bodies.
func (s *scan) computes(i, hi int) bool {
	if s.is(i, "=>") {
		return true
	}
	from, to := s.inside(i, hi)
	for j := from; j < to; j++ {
		if s.isOne(j, "{", "=>") {
			return true
		}
	}
	return false
}

// fields lists the fields of one declaration.
func (s *scan) fields(m memberHead, hi int, o owner, h managedHead) int {
	end := min(s.find(m.stop, hi, ";", "}"), hi)
	stop := min(end+1, hi)
	elementType := facts.Property
	if h.constant || h.static && h.fixed || o.kind == facts.Interface && !s.interpolated {
		elementType = facts.Constant
	}
	typed := s.written(m.from, m.name)
	s.commas(m.name, end, func(from, _ int) {
		if !s.isName(from) {
			return
		}
		d := s.add(o, elementType, s.name(from), from, h.from, stop, h.public || o.kind == facts.Interface && !h.hidden)
		s.sign(d, h.attributes, nil, typed, false)
	})
	return stop
}

// managedBody looks for types and functions among the statements of a body.
func (s *scan) managedBody(i, hi int, o owner) {
	if s.shallow {
		return
	}
	o.kind, o.top = facts.Function, false
	for i < hi {
		if !s.isName(i) || !s.isOne(i-1, "{", "}", ";", ")", "=>", "]") && !modifiers[s.word(i-1)] {
			i++
			continue
		}
		i = max(s.local(i, hi, o), i+1)
	}
}

// local reads a local type or function at i, if there is one, and returns the token
// to go on with: where there is none, nothing before it begins one either.
func (s *scan) local(i, hi int, o owner) int {
	switch s.word(i) {
	case "class", "interface", "enum", "record", "struct":
		if s.is(i-1, ".") || !s.isOne(i+2, "{", "<", "(", ":", "extends", "implements") {
			return 0
		}
		if end, ok := s.managedType(i, hi, o, managedHead{from: i}); ok {
			return end
		}
		return 0
	}
	if !s.interpolated || s.is(i-1, ")") || s.is(i-1, "=>") || s.is(i, "new") {
		return 0
	}
	h, at := s.managedHead(i, hi)
	if at >= hi || s.reserved(at) || s.isOne(at, "class", "interface", "enum", "record", "struct") {
		return at
	}
	m := s.head(at, hi)
	if m.name < 0 || !m.typed || m.stop >= hi || !s.is(m.stop, "(") {
		return m.stop
	}
	tail := s.after(m.stop, hi)
	if tail >= hi || !s.isOne(tail, "{", "=>", "where") {
		return m.stop
	}
	o.kind = facts.FileType // a function, not a method
	return s.method(m, hi, o, h)
}
