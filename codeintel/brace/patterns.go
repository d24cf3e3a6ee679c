package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// patterns finds the known ways of writing code in a file.
func (in *inspector) patterns() {
	for d := range in.decls {
		at := &in.decls[d]
		for _, a := range at.attributes {
			in.attribute(d, a)
		}
		in.ofType(d)
		if at.body >= 0 {
			in.ofFunction(d)
		}
		in.testOf(d)
	}
	for i := range in.tokens {
		switch t := &in.tokens[i]; {
		case t.kind == ident:
			in.ofWord(i)
		case in.lifetimes && in.is(i, "?") && in.in[i] >= 0:
			in.once(facts.PatternErrors, "?", int(in.in[i]), i)
		}
	}
}

// found notes a pattern from one token to another.
func (in *inspector) found(kind, name string, d, from, to int) {
	line := in.lineOf(from)
	in.out.Patterns = append(in.out.Patterns, facts.Pattern{
		Kind: kind, Name: name, Decl: d, Line: line, EndLine: max(line, in.endLineOf(to)),
	})
}

// once notes a pattern once in a declaration: the place where it is used first.
func (in *inspector) once(kind, name string, d, i int) {
	for n := len(in.out.Patterns) - 1; n >= 0 && n >= len(in.out.Patterns)-20; n-- {
		if p := &in.out.Patterns[n]; p.Decl == d && p.Kind == kind && p.Name == name {
			return
		}
	}
	in.found(kind, name, d, i, i)
}

// ofFunction notes what a function is.
func (in *inspector) ofFunction(d int) {
	at := &in.decls[d]
	if handlerName.MatchString(at.simple()) {
		in.found(facts.PatternHandler, at.simple(), d, at.name, at.to-1)
	}
	sig := at.Signature
	if sig == nil {
		sig = &facts.Signature{}
	}
	if sig.Async {
		in.found(facts.PatternAsync, "async "+at.Type, d, at.name, at.to-1)
	}
	if in.lifetimes && strings.Contains(sig.Returns, "Result<") {
		in.found(facts.PatternErrors, "Result", d, at.name, at.to-1)
	}
	if in.injected(d, sig) {
		in.found(facts.PatternInjection, "constructor injection", d, at.name, at.to-1)
	}
	in.guards(at.body, at.end, false)
}

// simple returns the name of a declaration without what it is in.
func (d *decl) simple() string { return d.Name[strings.LastIndexByte(d.Name, '.')+1:] }

// ofType notes the types that stand for errors.
func (in *inspector) ofType(d int) {
	at := &in.decls[d]
	if at.Type != facts.Class && at.Type != facts.Enum {
		return
	}
	for i := at.base[0]; i < min(at.base[1], at.base[0]+maxBases); i++ {
		if w := in.word(i); in.isName(i) && (strings.HasSuffix(w, "Exception") || strings.HasSuffix(w, "Error") ||
			w == "Throwable" || in.defines && (w == "exception" || strings.HasSuffix(w, "_error"))) {
			in.found(facts.PatternErrors, "error class", d, at.name, at.to-1)
			return
		}
	}
	for _, a := range at.attributes[:min(len(at.attributes), maxBases)] {
		if in.lifetimes && a.name == "derive" && in.has(a.from, min(a.to, a.from+maxBases), "Error") {
			in.found(facts.PatternErrors, "error type", d, at.name, at.to-1)
			return
		}
	}
}

// maxBases bounds how many of a type's bases and attributes are looked at.
const maxBases = 50

// ofWord notes what a word in the text shows.
func (in *inspector) ofWord(i int) {
	d := int(in.in[i])
	w := in.word(i)
	switch w {
	case "try":
		if in.isOne(i+1, "{", "(") && !in.flow.bare {
			end, name := in.tryEnd(i)
			in.found(facts.PatternErrors, name, d, i, end)
		}
	case "unwrap", "expect":
		if in.lifetimes && in.is(i-1, ".") && in.is(i+1, "(") {
			in.once(facts.PatternErrors, w, d, i)
		}
	case "panic", "todo", "unimplemented", "unreachable":
		if in.lifetimes && in.is(i+1, "!") {
			in.once(facts.PatternErrors, w+"!", d, i)
		}
	case "join", "try_join", "select":
		if in.lifetimes && in.is(i+1, "!") {
			in.found(facts.PatternAsync, in.path(i)+"!", d, i, in.after(min(i+2, len(in.tokens)-1), len(in.tokens))-1)
		}
	case "co_await", "co_yield", "co_return":
		if in.separators {
			in.once(facts.PatternAsync, w, d, i)
		}
	case "async":
		switch {
		case in.lifetimes && (in.is(i+1, "{") || in.is(i+1, "move") && in.is(i+2, "{")):
			in.found(facts.PatternAsync, "async block", d, i, i)
		case in.lifetimes && in.isOne(i+1, "|", "||"), in.lifetimes && in.is(i+1, "move"),
			in.interpolated && (in.is(i+1, "(") || in.is(i+2, "=>")):
			in.found(facts.PatternAsync, "async closure", d, i, i)
		default:
			in.ofCall(i, d, w)
		}
	default:
		in.ofCall(i, d, w)
	}
}

// tryEnd returns the last token of a try with its handlers, and what they are.
func (in *inspector) tryEnd(i int) (end int, name string) {
	hi := len(in.tokens)
	end, name = i+1, "try"
	if in.is(end, "(") {
		end = in.after(end, hi)
		defer func() {
			if name == "try" {
				name = "try-with-resources"
			}
		}()
	}
	for end < hi && in.is(end, "{") {
		end = in.after(end, hi)
		switch {
		case in.is(end, "finally"):
			name += "/finally"
		case !in.is(end, "catch"):
			return min(end, hi) - 1, name
		case name == "try":
			name += "/catch"
		}
		if end++; in.is(end, "(") {
			end = in.after(end, hi)
		}
		if in.is(end, "when") && end+1 < hi {
			end = in.after(end+1, hi)
		}
	}
	return min(end, hi) - 1, name
}

// path returns a name with what qualifies it.
func (in *inspector) path(i int) string {
	from := i
	for from >= 2 && in.is(from-1, "::") && in.isName(from-2) && i-from < maxBases {
		from -= 2
	}
	return in.written(from, i+1)
}
