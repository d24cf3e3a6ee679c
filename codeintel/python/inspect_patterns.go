package python

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// patterns notes the known ways of writing code that a node is an instance of.
func (i *finder) patterns(n syntax.Node) {
	switch n := n.(type) {
	case *syntax.Call:
		c := newCall(n)
		i.testCall(c)
		i.routeCall(c)
		i.handlerCall(c)
		i.injectionCall(c)
		i.asyncCall(c)
		i.errorCall(c)
	case *syntax.Subscript:
		i.injectionMarker(n)
	case *syntax.Try:
		i.tryPattern(n)
	case *syntax.Raise:
		if n.Cause != nil {
			i.pattern(facts.PatternErrors, "raise from", n)
		}
	case *syntax.For:
		i.asyncBlock(n.Async, "async for", n)
		i.guards(n.Body)
	case *syntax.While:
		i.guards(n.Body)
	case *syntax.With:
		i.asyncBlock(n.Async, "async with", n)
	case *syntax.Generator:
		i.asyncBlock(n.Async, "async comprehension", n)
	}
}

// functionPatterns notes what a function is as a whole.
func (i *finder) functionPatterns(n *syntax.FunctionDef) {
	i.asyncFunction(n)
	i.guards(n.Body)
	i.constructor(n)
	i.handlerFunction(n)
	i.testFunction(n)
}

// pattern notes one place.
func (i *finder) pattern(kind, name string, n syntax.Node) {
	i.Patterns = append(i.Patterns, facts.Pattern{
		Kind: kind, Name: strings.Clone(name), Decl: i.decl,
		Line: i.module.Line(n.Pos()), EndLine: i.module.EndLine(n),
	})
}

// decorator records a decorator of a function or class, and the patterns that it implies.
func (i *finder) decorator(d syntax.Expr, of syntax.Stmt) {
	c := callOf(d)
	name := "@" + c.path
	if c.path == "" {
		name = "@(…)"
	}
	i.pattern(facts.PatternDecorator, name, d)
	i.routeDecorator(c, d, of)
	i.handlerDecorator(c, of)
	i.injectionDecorator(c, of)
	i.testDecorator(c, d)
}

// call is a call taken apart, or a decorator that is no call.
type call struct {
	node     syntax.Node
	path     string // app.router.get; from the last part back that is no name
	name     string // its last part
	args     []syntax.Expr
	keywords []*syntax.Keyword
}

func newCall(n *syntax.Call) *call {
	path := dottedPath(n.Func)
	return &call{node: n, path: path, name: afterLast(path), args: n.Args, keywords: n.Keywords}
}

func callOf(e syntax.Expr) *call {
	if n, ok := e.(*syntax.Call); ok {
		return newCall(n)
	}
	path := dottedPath(e)
	return &call{node: e, path: path, name: afterLast(path)}
}

// dottedPath returns a chain of names: a.b for a.b, and b for f().b. It is empty for
// what does not end in a name.
func dottedPath(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.Name:
		return e.ID
	case *syntax.Attribute:
		if before := dottedPath(e.Value); before != "" {
			return before + "." + e.Attr.Name
		}
		return e.Attr.Name
	}
	return ""
}

func afterLast(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// receiver returns the last name before the call's own: router for app.router.get.
func (c *call) receiver() string {
	return afterLast(strings.TrimSuffix(strings.TrimSuffix(c.path, c.name), "."))
}

// keyword returns an argument by keyword, or nil.
func (c *call) keyword(name string) syntax.Expr {
	for _, k := range c.keywords {
		if k.Name.Name == name {
			return k.Value
		}
	}
	return nil
}

// text returns the first argument, or that by one of some keywords, if it is a
// string that is written out.
func (i *finder) text(c *call, names ...string) (string, bool) {
	var e syntax.Expr
	if len(c.args) > 0 {
		e = c.args[0]
	}
	for _, name := range names {
		if e == nil {
			e = c.keyword(name)
		}
	}
	switch e := e.(type) {
	case *syntax.Constant:
		return i.module.StringValue(e)
	case *syntax.JoinedStr:
		return unquoted(i.module.Source(e)), true
	}
	return "", false
}

// unquoted returns a literal without its prefix and quotes.
func unquoted(s string) string {
	return strings.Trim(strings.TrimLeft(s, "fFrRtTbBuU"), `"'`)
}

// texts returns the strings in a list, tuple or set.
func (i *finder) texts(e syntax.Expr) (out []string) {
	var elements []syntax.Expr
	switch e := e.(type) {
	case *syntax.List:
		elements = e.Elts
	case *syntax.Tuple:
		elements = e.Elts
	case *syntax.Set:
		elements = e.Elts
	}
	for _, e := range elements {
		if s, ok := i.module.StringValue(e); ok {
			out = append(out, s)
		}
	}
	return out
}

// imports are the modules that a file imports, or imports from, by their names.
type imports map[string]bool

func importsOf(m *syntax.Module) imports {
	found := imports{}
	for _, s := range m.Body {
		switch s := s.(type) {
		case *syntax.Import:
			for _, a := range s.Names {
				found[a.Name.Name] = true
			}
		case *syntax.ImportFrom:
			found[s.Module.Name] = true
		}
	}
	return found
}

// any reports a file that imports one of some modules or what is in it.
func (im imports) any(modules ...string) bool {
	for _, m := range modules {
		for have := range im {
			if have == m || strings.HasPrefix(have, m+".") {
				return true
			}
		}
	}
	return false
}
