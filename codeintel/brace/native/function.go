package native

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/lex"
	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// function adds the function whose type begins at i and whose parameters are in the
// parenthesis at j, and returns the token after it.
func (r *reader) function(i, j, after, hi int, o scope, h head, c *chain) int {
	open, end, trailing := r.functionTail(j, after, hi)
	stop := min(end+1, hi)
	if open >= 0 {
		stop = r.After(open, hi)
	}
	from, to := r.Inside(j, hi)
	switch {
	case open >= 0:
	case len(c.parts) > 1 && !o.class, !o.class && r.isValue(from, to):
		return stop // an instantiation, or a variable and its initializer
	case !o.class && !r.header:
		return stop
	}
	simple, of := r.functionName(from, to, o, c)
	elementType := facts.Function
	if o.class || of != "" {
		elementType = facts.Method
	}
	d := r.Add(o.Owner, elementType, simple, c.token, h.from, stop, !o.hidden && (r.header || o.class || !h.static))
	at := &r.Decls[d]
	at.Prototype = open < 0
	if of != "" {
		at.Of, at.TopLevel, at.Parent = of, false, -1
	}
	returns := r.Written(i, c.first)
	if r.Is(c.first-1, "(") && r.Is(c.first+1, ")") {
		returns = r.Written(i, c.first-1) // int (name)(int)
	}
	if trailing[0] < trailing[1] {
		returns = r.Written(trailing[0], trailing[1])
	}
	var parameters []facts.Parameter
	switch {
	case r.oldStyle(j, after, hi) >= 0:
		r.Commas(from, to, func(from, _ int) { parameters = append(parameters, facts.Parameter{Name: r.Name(from)}) })
	case c.count > 0 || len(c.parts) > 1 || o.class:
		parameters = r.TypedFirst(from, to, nil)
	}
	r.Sign(d, h.attributes, parameters, returns, false)
	if open >= 0 {
		r.SetBody(d, open, hi)
		r.statements(r.Decls[d].Body, r.Decls[d].BodyEnd, r.OwnerOf(d))
	}
	return stop
}

// functionName returns the name of a function without the prefix of its owner. of is the
// type of a member that is defined outside of the type, otherwise "".
func (r *reader) functionName(from, to int, o scope, c *chain) (simple, of string) {
	if testMacros[c.parts[0]] && len(c.parts) == 1 && !o.class {
		if name := r.macroTestName(from, to); name != "" {
			return name, ""
		}
	}
	if len(c.parts) > 1 {
		return strings.Join(c.parts, "."), o.Prefix + strings.Join(c.parts[:len(c.parts)-1], ".")
	}
	return c.parts[0], ""
}

// isValue reports whether parentheses contain values, not parameters.
func (r *reader) isValue(from, to int) bool {
	if from >= to {
		return false
	}
	k := r.Tokens[from].Kind
	return k == lex.Number || k == lex.String || k == lex.Char ||
		r.IsOne(from, "&", "*", "!", "-", "{", "(", "nullptr", "NULL", "true", "false")
}

// pointer reads a declarator in parentheses: a variable that points to a function, or a
// function that returns such a pointer.
func (r *reader) pointer(i, j, name, hi int, o scope, h head) int {
	after := r.After(r.After(j, hi), hi)
	if r.Is(name+1, "(") {
		c := chain{parts: []string{r.Name(name)}, token: name, first: name, count: 1}
		_, end, _ := r.functionTail(name+1, after, hi)
		if r.Is(end, "{") || r.header || o.class {
			return r.pointerResult(i, j, name, after, hi, o, h, &c)
		}
		return min(end+1, hi)
	}
	end := min(r.Find(after, hi, ";", "}"), hi)
	if r.Is(after, "{") {
		return r.After(after, hi)
	}
	r.variable(name, min(end+1, hi), r.Written(i, after), false, o, h)
	return min(end+1, hi)
}

// pointerResult adds a function that returns a pointer to a function.
func (r *reader) pointerResult(i, j, name, after, hi int, o scope, h head, c *chain) int {
	open, end, _ := r.functionTail(name+1, after, hi)
	stop := min(end+1, hi)
	if open >= 0 {
		stop = r.After(open, hi)
	}
	elementType := facts.Function
	if o.class {
		elementType = facts.Method
	}
	d := r.Add(o.Owner, elementType, c.parts[0], name, h.from, stop, !o.hidden && (r.header || !h.static))
	r.Decls[d].Prototype = open < 0
	from, to := r.Inside(name+1, hi)
	returns := r.Written(i, j) + " (*)" + r.Written(r.After(j, hi), after)
	r.Sign(d, h.attributes, r.TypedFirst(from, to, nil), returns, false)
	if open >= 0 {
		r.SetBody(d, open, hi)
		r.statements(r.Decls[d].Body, r.Decls[d].BodyEnd, r.OwnerOf(d))
	}
	return stop
}

// statements adds the types among the statements of a function.
func (r *reader) statements(i, hi int, o syntax.Owner) {
	if r.Shallow {
		return
	}
	o.Kind = facts.Function
	for i < hi {
		if r.IsOne(i, "struct", "class", "union", "enum") && r.IsOne(i-1, "{", "}", ";") {
			if open := r.definition(i, hi); open >= 0 {
				r.record(i, open, hi, scope{Owner: o}, head{from: i}, -1)
				i = r.After(open, hi)
				continue
			}
		}
		i++
	}
}

// lambda adds a variable whose value is a lambda as a function.
func (r *reader) lambda(j, hi int, o scope, h head, c chain) (stop int, ok bool) {
	open := r.Find(j, hi, "{", ";", "}")
	if open >= hi || !r.Is(open, "{") {
		return 0, false
	}
	stop = r.After(open, hi)
	if r.Is(stop, ";") {
		stop++
	}
	stop = min(stop, hi)
	d := r.Add(o.Owner, facts.Function, c.parts[0], c.token, h.from, stop, !o.hidden && (r.header || !h.static))
	var parameters []facts.Parameter
	if list := r.Find(j, open, "("); list < open {
		from, to := r.Inside(list, open)
		parameters = r.TypedFirst(from, to, nil)
	}
	r.Sign(d, h.attributes, parameters, "", false)
	r.SetBody(d, open, hi)
	r.statements(r.Decls[d].Body, r.Decls[d].BodyEnd, r.OwnerOf(d))
	return stop, true
}

// macroTestName returns the name of the test in the arguments of a test macro.
func (r *reader) macroTestName(from, to int) string {
	var parts []string
	r.Commas(from, to, func(from, to int) {
		switch {
		case r.IsName(from) && to == from+1:
			parts = append(parts, r.Name(from))
		case r.Tokens[from].Kind == lex.String && len(parts) == 0:
			parts = append(parts, strings.Trim(r.Word(from), `"`))
		}
	})
	return strings.Join(parts, ".")
}
