package inspect

import (
	"fmt"
	"go/ast"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// File inspects a file. The error is [facts.ErrTooDeep], or reports a panic.
func File(path, text string) (of *facts.Inspection, err error) {
	defer func() {
		if r := recover(); r != nil {
			of, err = nil, fmt.Errorf("inspect %s: panic: %v", path, r)
		}
	}()
	t, err := syntax.Parse(path, text, nil)
	if err != nil {
		return nil, err
	}
	decls, place := syntax.Sort(t.Decls)
	i := &inspector{
		Inspection: &facts.Inspection{Decls: decls}, tree: t, place: place, current: facts.ModuleLevel,
		tokens: scan(text), packages: importedNames(t.AST),
	}
	i.routerNames = i.routers(t.AST)
	i.CodeLines, i.CommentLines, i.BlankLines = i.tokens.lines(text)
	for _, d := range t.AST.Decls {
		i.declaration(d)
	}
	i.directives()
	slices.SortFunc(i.Bodies, func(a, b facts.Body) int { return a.Decl - b.Decl })
	slices.SortStableFunc(i.Patterns, func(a, b facts.Pattern) int { return a.Line - b.Line })
	slices.SortStableFunc(i.Tests, func(a, b facts.Test) int { return a.Line - b.Line })
	return i.Inspection, nil
}

func (i *inspector) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		decl, ok := i.tree.FuncDecls[d]
		if !ok {
			return // a blank function
		}
		i.within(i.place[decl], func() { i.function(d) })
	case *ast.GenDecl:
		for _, s := range d.Specs {
			i.spec(s)
		}
	}
}

func (i *inspector) spec(s ast.Spec) {
	switch s := s.(type) {
	case *ast.TypeSpec:
		if decl, ok := i.tree.DeclAt[s.Name.Pos()]; ok {
			i.within(i.place[decl], func() { ast.Inspect(s, i.visit) })
		}
	case *ast.ValueSpec:
		for n, name := range s.Names {
			decl, ok := i.tree.DeclAt[name.Pos()]
			if !ok || n >= len(s.Values) {
				continue
			}
			i.within(i.place[decl], func() {
				if f, ok := s.Values[n].(*ast.FuncLit); ok {
					i.body(f.Type, f.Body, nil)
				}
				ast.Inspect(s.Values[n], i.visit)
			})
		}
	}
}

func (i *inspector) function(d *ast.FuncDecl) {
	i.declarationPatterns(d)
	leave := i.testFunction(d)
	defer leave()
	if d.Body == nil {
		return
	}
	i.body(d.Type, d.Body, d.Recv)
	ast.Inspect(d.Body, i.visit)
}

// body records the metrics of a declared function.
func (i *inspector) body(t *ast.FuncType, body *ast.BlockStmt, receiver *ast.FieldList) {
	m := complexityOf(i.tree, body)
	d := &i.Decls[i.current]
	shape, count := i.shape(t, body, receiver)
	i.Bodies = append(i.Bodies, facts.Body{
		Decl: i.current, Lines: d.EndLine - d.Line + 1, Cyclomatic: m.cyclomatic, Cognitive: m.cognitive,
		Nesting:    m.maxNesting,
		Parameters: t.Params.NumFields(), Shape: shape, Tokens: count,
	})
	i.guards(body)
}

// visit visits the nodes in bodies and values.
func (i *inspector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit:
		if decl, ok := i.tree.FuncLits[n]; ok {
			i.within(i.place[decl], func() {
				i.handler(n.Type, n)
				i.body(n.Type, n.Body, nil)
				ast.Inspect(n.Body, i.visit)
			})
			return false
		}
		i.handler(n.Type, n)
	case *ast.CallExpr:
		return i.call(n)
	case *ast.IfStmt:
		if isErrorCheck(n.Cond) {
			i.pattern(facts.PatternErrors, "if err != nil", n)
		}
	case *ast.GoStmt:
		i.pattern(facts.PatternAsync, "goroutine", n)
	case *ast.SelectStmt:
		i.pattern(facts.PatternAsync, "select", n)
	case *ast.ChanType:
		i.pattern(facts.PatternAsync, "channel", n)
	case *ast.SelectorExpr:
		i.qualified(n)
	}
	return true
}

// call records the patterns of a call. It reports whether its children remain to be visited.
func (i *inspector) call(n *ast.CallExpr) bool {
	switch f := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		if f.Name == "panic" || f.Name == "recover" {
			i.pattern(facts.PatternErrors, f.Name, n)
		}
	case *ast.SelectorExpr:
		if path, name := i.qualifiedName(f); path == "fmt" && name == "Errorf" && wraps(n) {
			i.pattern(facts.PatternErrors, "error wrapping", n)
		}
		if name, ok := route(f.Sel.Name, n); ok && i.registersRoutes(f) {
			i.pattern(facts.PatternRoute, name, n)
		}
		if f.Sel.Name == "Run" && len(n.Args) == 2 && i.subtest(n) {
			return false
		}
	}
	return true
}
