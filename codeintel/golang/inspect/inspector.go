package inspect

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// inspector inspects a file.
type inspector struct {
	*facts.Inspection
	tree     *syntax.Tree
	place    []int // index in Decls of each declaration of the tree
	tokens   tokens
	packages map[string]string // import path of each package name
	// routerNames are the names that denote routers, and "" if the file imports one's package.
	routerNames map[string]bool
	current     int      // current declaration
	suite       []string // names of the tests around
}

func (i *inspector) within(decl int, do func()) {
	outer := i.current
	i.current = decl
	do()
	i.current = outer
}

func (i *inspector) pattern(kind, name string, n ast.Node) {
	i.Patterns = append(i.Patterns, facts.Pattern{
		Kind: kind, Name: name, Decl: i.current, Line: i.tree.Line(n.Pos()), EndLine: i.tree.Line(n.End() - 1),
	})
}

// qualifiedName returns the import path and the name of pkg.Name, or "" for other expressions.
func (i *inspector) qualifiedName(e ast.Expr) (path, name string) {
	s, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	id, ok := s.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	if path, ok = i.packages[id.Name]; !ok {
		return "", ""
	}
	return path, s.Sel.Name
}

// literal returns the value of an argument if it is a string literal.
func literal(n *ast.CallExpr, at int) (string, bool) {
	if at >= len(n.Args) {
		return "", false
	}
	l, ok := n.Args[at].(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

// importedNames returns the import path of each package name in a file. It guesses the names
// of packages from their paths.
func importedNames(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, spec := range f.Imports {
		path := syntax.ImportPath(spec)
		name := path[strings.LastIndexByte(path, '/')+1:]
		if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" { // a major version
			rest := strings.TrimSuffix(path, "/"+name)
			name = rest[strings.LastIndexByte(rest, '/')+1:]
		}
		name, _, _ = strings.Cut(name, ".") // gopkg.in/yaml.v3
		if spec.Name != nil {
			name = spec.Name.Name
		}
		names[name] = path
	}
	return names
}
