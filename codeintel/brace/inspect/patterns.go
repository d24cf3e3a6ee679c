package inspect

import (
	"regexp"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// patterns finds the patterns of the file.
func (in *inspector) patterns() {
	for d := range in.Decls {
		at := &in.Decls[d]
		for _, a := range at.Attributes {
			in.attribute(d, a)
		}
		in.errorType(d)
		if at.Body >= 0 {
			in.function(d)
		}
		in.testCase(d)
	}
	propagation := in.tables.Propagation
	for i := range in.Tokens {
		switch t := &in.Tokens[i]; {
		case t.Kind == lex.Ident:
			if in.Is(i, "try") && in.Grammar.Control["try"] != 0 {
				in.tryStatement(i)
				continue
			}
			in.usage(i)
		case propagation != "" && in.Is(i, propagation) && in.enclosing[i] >= 0:
			in.reportOnce(facts.PatternErrors, propagation, int(in.enclosing[i]), i)
		}
	}
}

// handlerName matches the names of functions that handle events.
var handlerName = regexp.MustCompile(`^(on|handle)[A-Z]\w*$|^(on|handle)_\w+$|` +
	`^(Handle|On)[A-Z]\w*$|^\w+(Handler|_handler)$`)

// function reports the patterns that the name and signature of a function indicate, and
// its guard clauses.
func (in *inspector) function(d int) {
	at := &in.Decls[d]
	if handlerName.MatchString(at.Simple()) {
		in.reportDecl(facts.PatternHandler, at.Simple(), d)
	}
	sig := at.Signature
	if sig == nil {
		sig = &facts.Signature{}
	}
	if sig.Async {
		in.reportDecl(facts.PatternAsync, "async "+at.Type, d)
	}
	if result := in.tables.ResultType; result != "" && strings.Contains(sig.Returns, result+"<") {
		in.reportDecl(facts.PatternErrors, result, d)
	}
	if in.injected(d, sig) {
		in.reportDecl(facts.PatternInjection, "constructor injection", d)
	}
	in.guards(at.Body, at.BodyEnd, false)
}

// errorType reports a type that represents errors.
func (in *inspector) errorType(d int) {
	at := &in.Decls[d]
	if at.Type != facts.Class && at.Type != facts.Enum {
		return
	}
	for i := at.Bases[0]; i < min(at.Bases[1], at.Bases[0]+MaxTokens); i++ {
		if in.IsName(i) && matchesOne(in.tables.ErrorTypes, in.Word(i)) {
			in.reportDecl(facts.PatternErrors, "error class", d)
			return
		}
	}
	name, argument := in.tables.ErrorAttribute[0], in.tables.ErrorAttribute[1]
	if name == "" {
		return
	}
	derives := func(a syntax.Attribute) bool {
		return a.Name == name && in.Has(a.From, min(a.To, a.From+MaxTokens), argument)
	}
	if hasAttribute(at, derives) {
		in.reportDecl(facts.PatternErrors, "error type", d)
	}
}

// tryStatement reports the try at token i with its handlers.
func (in *inspector) tryStatement(i int) {
	if !in.IsOne(i+1, "{", "(") {
		return
	}
	end, name := in.tryEnd(i)
	in.report(facts.PatternErrors, name, int(in.enclosing[i]), i, end)
}

// tryEnd returns the last token of a try statement, and a name that lists its handlers.
func (in *inspector) tryEnd(i int) (end int, name string) {
	hi := len(in.Tokens)
	end, name = i+1, "try"
	if in.Is(end, "(") {
		end = in.After(end, hi)
		defer func() {
			if name == "try" {
				name = "try-with-resources"
			}
		}()
	}
	for end < hi && in.Is(end, "{") {
		end = in.After(end, hi)
		switch {
		case in.Is(end, "finally"):
			name += "/finally"
		case !in.Is(end, "catch"):
			return min(end, hi) - 1, name
		case name == "try":
			name += "/catch"
		}
		if end++; in.Is(end, "(") {
			end = in.After(end, hi)
		}
		if in.Is(end, "when") && end+1 < hi {
			end = in.After(end+1, hi)
		}
	}
	return min(end, hi) - 1, name
}
