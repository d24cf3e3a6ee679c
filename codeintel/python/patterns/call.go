package patterns

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// call is a call, or a decorator without a call, with its name split up.
type call struct {
	node     syntax.Node
	path     string // app.router.get; starts after the last part that is not a name
	name     string // last component of path
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

// dottedPath returns a chain of names: a.b for a.b, and b for f().b. It returns "" for an
// expression that does not end in a name.
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

// receiver returns the component before the name: router for app.router.get.
func (c *call) receiver() string {
	return afterLast(strings.TrimSuffix(strings.TrimSuffix(c.path, c.name), "."))
}

// keyword returns the value of a keyword argument, or nil.
func (c *call) keyword(name string) syntax.Expr {
	for _, k := range c.keywords {
		if k.Name.Name == name {
			return k.Value
		}
	}
	return nil
}

// text returns the first positional argument or, if there is none, the first keyword argument
// with one of the names. It returns false if that is not a string literal.
func (f *Finder) text(c *call, names ...string) (string, bool) {
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
		return f.Module.StringValue(e)
	case *syntax.JoinedStr:
		return unquoted(f.Module.Source(e)), true
	}
	return "", false
}

// unquoted returns a literal without prefix and quotes.
func unquoted(s string) string {
	return strings.Trim(strings.TrimLeft(s, "fFrRtTbBuU"), `"'`)
}

// texts returns the string literals in a list, tuple or set.
func (f *Finder) texts(e syntax.Expr) (out []string) {
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
		if s, ok := f.Module.StringValue(e); ok {
			out = append(out, s)
		}
	}
	return out
}
