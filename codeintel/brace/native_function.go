package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// function lists the function whose type begins at i and whose parameters are in
// the parenthesis at j, and returns the token behind it.
func (s *scan) function(i, j, behind, hi int, o nativeScope, h nativeHead, c *chain) int {
	open, end, trailing := s.functionTail(j, behind, hi)
	stop := min(end+1, hi)
	if open >= 0 {
		stop = s.after(open, hi)
	}
	from, to := s.inside(j, hi)
	switch {
	case open >= 0:
	case len(c.parts) > 1 && !o.class, !o.class && s.isValue(from, to):
		return stop // an instantiation, or a variable and what it is made from
	case !o.class && !s.header:
		return stop
	}
	simple, of := s.functionName(from, to, o, c)
	elementType := facts.Function
	if o.class || of != "" {
		elementType = facts.Method
	}
	d := s.add(o.owner, elementType, simple, c.token, h.from, stop, !o.hidden && (s.header || o.class || !h.static))
	at := &s.decls[d]
	at.prototype = open < 0
	if of != "" {
		at.of, at.TopLevel, at.Parent = of, false, -1
	}
	returns := s.written(i, c.first)
	if s.is(c.first-1, "(") && s.is(c.first+1, ")") {
		returns = s.written(i, c.first-1) // int (name)(int)
	}
	if trailing[0] < trailing[1] {
		returns = s.written(trailing[0], trailing[1])
	}
	var parameters []facts.Parameter
	switch {
	case s.oldStyle(j, behind, hi) >= 0:
		s.commas(from, to, func(from, _ int) { parameters = append(parameters, facts.Parameter{Name: s.name(from)}) })
	case c.count > 0 || len(c.parts) > 1 || o.class:
		parameters = s.typedFirst(from, to, nil)
	}
	s.sign(d, h.attributes, parameters, returns, false)
	if open >= 0 {
		s.setBody(d, open, hi)
		s.nativeBody(s.decls[d].body, s.decls[d].end, s.owner(d))
	}
	return stop
}

// functionName returns what a function is called, without the prefix of its owner,
// and with that prefix the type it is a member of if it is defined apart from it.
func (s *scan) functionName(from, to int, o nativeScope, c *chain) (simple, of string) {
	if testMacro[c.parts[0]] && len(c.parts) == 1 && !o.class {
		if name := s.macroTestName(from, to); name != "" {
			return name, ""
		}
	}
	if len(c.parts) > 1 {
		return strings.Join(c.parts, "."), o.prefix + strings.Join(c.parts[:len(c.parts)-1], ".")
	}
	return c.parts[0], ""
}

// isValue reports parentheses that hold values, not parameters.
func (s *scan) isValue(from, to int) bool {
	if from >= to {
		return false
	}
	k := s.tokens[from].kind
	return k == number || k == str || k == char || s.isOne(from, "&", "*", "!", "-", "{", "(", "nullptr", "NULL", "true", "false")
}

// functionTail reads what follows the parameters: it returns the brace that opens
// the body, or -1 and the token that ends the declaration; and the tokens of a
// result type behind an arrow.
func (s *scan) functionTail(j, behind, hi int) (open, end int, trailing [2]int) {
	if brace := s.oldStyle(j, behind, hi); brace >= 0 {
		return brace, brace, trailing
	}
	for k := behind; k < hi; {
		switch {
		case s.is(k, "{"):
			return k, k, trailing
		case s.isOne(k, ";", "}"):
			return -1, k, trailing
		case s.isOne(k, "=", ","):
			return -1, min(s.find(k, hi, ";", "}"), hi-1), trailing
		case s.is(k, ":"):
			return s.initializers(k+1, hi), k, trailing
		case s.is(k, "->"):
			trailing[0] = k + 1
			k = s.find(k+1, hi, "{", ";", "}", "=", "requires")
			trailing[1] = k
		case s.is(k, "requires"):
			k = s.requires(k, hi)
		case s.is(k, "<"):
			k = max(s.angle(k, hi), k+1)
		case s.tokens[k].match > int32(k):
			k = s.after(k, hi)
		default:
			k++
		}
	}
	return -1, hi - 1, trailing
}

// initializers returns the brace that opens the body behind the list of members
// that a constructor sets, or -1.
func (s *scan) initializers(k, hi int) int {
	for k < hi {
		for k < hi && (s.isName(k) || s.isOne(k, "::", "<", ".")) {
			if s.is(k, "<") {
				k = max(s.angle(k, hi), k+1)
			} else {
				k++
			}
		}
		if k >= hi || !s.isOne(k, "(", "{") {
			return -1
		}
		k = s.after(k, hi)
		if k < hi && s.is(k, "...") {
			k++
		}
		for k < hi && s.isName(k) { // #if in the list, or a catch
			k++
		}
		if k < hi && s.is(k, "{") {
			return k
		}
		if k >= hi || !s.is(k, ",") {
			return -1
		}
		k++
	}
	return -1
}

// pointer reads a declarator in parentheses: a variable that points to a function,
// or a function whose result does.
func (s *scan) pointer(i, j, name, hi int, o nativeScope, h nativeHead) int {
	behind := s.after(s.after(j, hi), hi)
	if s.is(name+1, "(") {
		c := chain{parts: []string{s.name(name)}, token: name, first: name, count: 1}
		_, end, _ := s.functionTail(name+1, behind, hi)
		if s.is(end, "{") || s.header || o.class {
			stop := s.pointerResult(i, j, name, behind, hi, o, h, &c)
			return stop
		}
		return min(end+1, hi)
	}
	end := min(s.find(behind, hi, ";", "}"), hi)
	if s.is(behind, "{") {
		return s.after(behind, hi)
	}
	s.variable(name, min(end+1, hi), s.written(i, behind), false, o, h)
	return min(end+1, hi)
}

// pointerResult lists a function whose result is a pointer to a function.
func (s *scan) pointerResult(i, j, name, behind, hi int, o nativeScope, h nativeHead, c *chain) int {
	open, end, _ := s.functionTail(name+1, behind, hi)
	stop := min(end+1, hi)
	if open >= 0 {
		stop = s.after(open, hi)
	}
	elementType := facts.Function
	if o.class {
		elementType = facts.Method
	}
	d := s.add(o.owner, elementType, c.parts[0], name, h.from, stop, !o.hidden && (s.header || !h.static))
	s.decls[d].prototype = open < 0
	from, to := s.inside(name+1, hi)
	s.sign(d, h.attributes, s.typedFirst(from, to, nil), s.written(i, j)+" (*)"+s.written(s.after(j, hi), behind), false)
	if open >= 0 {
		s.setBody(d, open, hi)
		s.nativeBody(s.decls[d].body, s.decls[d].end, s.owner(d))
	}
	return stop
}

// nativeBody looks for types among the statements of a function.
func (s *scan) nativeBody(i, hi int, o owner) {
	if s.shallow {
		return
	}
	o.kind = facts.Function
	for i < hi {
		if s.isOne(i, "struct", "class", "union", "enum") && s.isOne(i-1, "{", "}", ";") {
			if open := s.definition(i, hi); open >= 0 {
				s.record(i, open, hi, nativeScope{owner: o}, nativeHead{from: i}, -1)
				i = s.after(open, hi)
				continue
			}
		}
		i++
	}
}

// variables lists the variables or fields of a declaration: c is the first.
func (s *scan) variables(i, j, hi int, o nativeScope, h nativeHead, c chain) int {
	if c.token < 0 || c.count == 0 {
		if s.is(j, ":") {
			return j + 1 // a label
		}
		if s.is(j, "{") {
			from, to := s.inside(j, hi)
			s.nativeItems(from, to, o) // a macro that opens a namespace, perhaps
			return s.after(j, hi)
		}
		return s.pass(j, hi)
	}
	if s.is(j, "=") && s.is(j+1, "[") && !o.class && len(c.parts) == 1 {
		if stop, ok := s.lambda(j+1, hi, o, h, c); ok {
			return stop
		}
	}
	end := j
	if s.is(j, "{") {
		if end = s.after(j, hi); end >= hi || !s.isOne(end, ";", ",") {
			return end
		}
	}
	end = min(s.find(end, hi, ";", "}"), hi)
	if len(c.parts) == 1 && (s.header || o.class || !s.has(h.from, i, "extern")) {
		s.declarators(c.token, end, min(end+1, hi), s.written(i, c.first), o, h)
	}
	return min(end+1, hi)
}

// has reports that text is one of the tokens from lo to hi.
func (s *scan) has(lo, hi int, text string) bool {
	for ; lo < hi; lo++ {
		if s.is(lo, text) {
			return true
		}
	}
	return false
}

// declarators lists the variables between commas.
func (s *scan) declarators(from, end, stop int, typed string, o nativeScope, h nativeHead) {
	fixed := strings.Contains(typed, "const") && !strings.Contains(typed, "*") || s.has(h.from, from, "constexpr")
	s.commas(from, end, func(from, to int) {
		for from < to && (s.isOne(from, "*", "&", "&&") || qualifiers[s.word(from)]) {
			from++
		}
		if from < to && s.is(from, "(") {
			from = s.pointed(from, to)
		}
		if from >= 0 && from < to && s.isName(from) {
			s.variable(from, min(stop, len(s.tokens)), typed, fixed, o, h)
		}
	})
}

func (s *scan) variable(name, stop int, typed string, fixed bool, o nativeScope, h nativeHead) {
	elementType := facts.Variable
	switch {
	case o.class && (!fixed || !h.static):
		elementType = facts.Property
	case fixed:
		elementType = facts.Constant
	}
	d := s.add(o.owner, elementType, s.name(name), name, h.from, stop, !o.hidden && (s.header || o.class || !h.static))
	s.sign(d, h.attributes, nil, typed, false)
}

// lambda lists a variable that holds a function as that.
func (s *scan) lambda(j, hi int, o nativeScope, h nativeHead, c chain) (stop int, ok bool) {
	open := s.find(j, hi, "{", ";", "}")
	if open >= hi || !s.is(open, "{") {
		return 0, false
	}
	stop = s.after(open, hi)
	if s.is(stop, ";") {
		stop++
	}
	stop = min(stop, hi)
	d := s.add(o.owner, facts.Function, c.parts[0], c.token, h.from, stop, !o.hidden && (s.header || !h.static))
	var parameters []facts.Parameter
	if list := s.find(j, open, "("); list < open {
		from, to := s.inside(list, open)
		parameters = s.typedFirst(from, to, nil)
	}
	s.sign(d, h.attributes, parameters, "", false)
	s.setBody(d, open, hi)
	s.nativeBody(s.decls[d].body, s.decls[d].end, s.owner(d))
	return stop, true
}

// testMacro are the macros of GoogleTest, Catch2 and doctest that stand for the
// head of a test.
var testMacro = set("TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P", "TEST_CASE", "SCENARIO", "TEST_CASE_METHOD", "BOOST_AUTO_TEST_CASE") //nolint:gochecknoglobals // never written

// macroTestName returns what a test macro's arguments call the test.
func (s *scan) macroTestName(from, to int) string {
	var parts []string
	s.commas(from, to, func(from, to int) {
		switch {
		case s.isName(from) && to == from+1:
			parts = append(parts, s.name(from))
		case s.tokens[from].kind == str && len(parts) == 0:
			parts = append(parts, strings.Trim(s.word(from), `"`))
		}
	})
	return strings.Join(parts, ".")
}
