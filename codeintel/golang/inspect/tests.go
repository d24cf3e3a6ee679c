package inspect

import (
	"go/ast"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/golang/syntax"
)

// testFunction records a function that go test runs. leave removes it from the suite.
func (i *inspector) testFunction(d *ast.FuncDecl) (leave func()) {
	if d.Recv != nil || !syntax.IsTest(i.tree.Path) {
		return func() {}
	}
	name := d.Name.Name
	kind := testKind(name)
	if kind == "" || !i.hasTestParameters(d.Type.Params, kind) {
		return func() {}
	}
	i.pattern(facts.PatternTest, strings.ToLower(kind), d)
	if name == "TestMain" {
		return func() {}
	}
	i.Tests = append(i.Tests, facts.Test{
		Name: name, Decl: i.current, Line: i.tree.Line(d.Pos()),
		EndLine: i.tree.Line(d.End() - 1),
	})
	i.suite = append(i.suite, name)
	return func() { i.suite = i.suite[:len(i.suite)-1] }
}

// hasTestParameters reports whether a function has the parameters of a test of some kind.
func (i *inspector) hasTestParameters(parameters *ast.FieldList, kind string) bool {
	if kind == "Example" {
		return parameters.NumFields() == 0
	}
	if parameters.NumFields() != 1 {
		return false
	}
	path, t := i.qualifiedName(syntax.BaseType(parameters.List[0].Type))
	return path == "testing" && (t == kind[:1] || t == "M" || t == "TB")
}

// testKind returns "Test" for TestX, and so on. The rest of the name must not start with a
// lower-case letter.
func testKind(name string) string {
	for _, kind := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if rest, ok := strings.CutPrefix(name, kind); ok {
			if first, _ := utf8.DecodeRuneInString(rest); rest == "" || !unicode.IsLower(first) {
				return kind
			}
		}
	}
	return ""
}

// subtest records and visits t.Run("name", func(t *testing.T) {…}). It reports whether the
// call is a subtest.
func (i *inspector) subtest(n *ast.CallExpr) bool {
	if len(i.suite) == 0 {
		return false
	}
	f, ok := n.Args[1].(*ast.FuncLit)
	if !ok || f.Type.Params.NumFields() != 1 {
		return false
	}
	if path, _ := i.qualifiedName(syntax.BaseType(f.Type.Params.List[0].Type)); path != "testing" {
		return false
	}
	name, fixed := literal(n, 0)
	if !fixed {
		name = i.tree.Source(n.Args[0])
	}
	i.pattern(facts.PatternTest, "subtest", n)
	i.suite = append(i.suite, name)
	i.Tests = append(i.Tests, facts.Test{
		Name: strings.Join(i.suite, " > "), Decl: i.current, Line: i.tree.Line(n.Pos()),
		EndLine: i.tree.Line(n.End() - 1),
	})
	ast.Inspect(f.Body, i.visit)
	i.suite = i.suite[:len(i.suite)-1]
	return true
}
