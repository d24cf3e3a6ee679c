package patterns

import (
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/python/syntax"
)

// setupFunctions are the functions that set up and tear down tests.
var setupFunctions = strings.Fields(setUpList) //nolint:gochecknoglobals // never written

const setUpList = `
	setUp tearDown setUpClass tearDownClass setUpModule tearDownModule setUpTestData asyncSetUp asyncTearDown
	setup_method teardown_method setup_class teardown_class setup_module teardown_module setup_function
	teardown_function
`

// testFunction records a test or a setup function: in test files, functions and methods of
// classes named Test…, as pytest finds them; in any file, methods of TestCases.
func (f *Finder) testFunction(n *syntax.FunctionDef) {
	unit := false
	for _, c := range f.Classes {
		unit = unit || isTestCase(c)
	}
	suites := f.testFile && f.Functions == 0
	for _, c := range f.Classes {
		suites = suites && strings.HasPrefix(c.Name.Name, "Test")
	}
	if !unit && !suites {
		return
	}
	name := n.Name.Name
	switch {
	case slices.Contains(setupFunctions, name):
		f.pattern(facts.PatternTest, name, n)
		return
	case !strings.HasPrefix(name, "test"):
		return
	case unit:
		f.pattern(facts.PatternTest, "unittest test", n)
	default:
		f.pattern(facts.PatternTest, "pytest test", n)
	}
	full := ""
	for _, c := range f.Classes {
		full += c.Name.Name + " > "
	}
	f.Tests = append(f.Tests, facts.Test{
		Name: full + name, Decl: f.Decl, Line: f.Module.Line(n.Pos()), EndLine: f.Module.EndLine(n),
	})
}

// isTestCase reports whether a class extends a TestCase of unittest or Django.
func isTestCase(c *syntax.ClassDef) bool {
	for _, b := range c.Bases {
		if strings.HasSuffix(syntax.LastName(syntax.Base(b)), "TestCase") {
			return true
		}
	}
	return false
}

// testDecorator records fixtures and test markers.
func (f *Finder) testDecorator(c *call, at syntax.Expr) {
	switch {
	case c.name == "fixture" && (c.receiver() == "pytest" || c.receiver() == "pytest_asyncio" ||
		c.path == "fixture" && f.importsFrom("pytest", "fixture")):
		f.pattern(facts.PatternTest, "fixture", at)
	case strings.HasPrefix(c.path, "pytest.mark."), strings.HasPrefix(c.path,
		"unittest.skip"), c.path == "unittest.expectedFailure":
		f.pattern(facts.PatternTest, "@"+c.path, at)
	case c.path == "given" && f.imports.any("hypothesis"):
		f.pattern(facts.PatternTest, "@given", at)
	}
}

// testCall records mocks.
func (f *Finder) testCall(c *call) {
	switch c.name {
	case "Mock", "MagicMock", "AsyncMock", "NonCallableMock", "NonCallableMagicMock", "PropertyMock", "create_autospec":
		f.pattern(facts.PatternTest, "mock "+c.name, c.node)
		return
	}
	first, rest, _ := strings.Cut(c.path, ".")
	switch first {
	case "patch", "mock", "mocker", "unittest":
		if at := strings.Index("."+c.path, ".patch"); at >= 0 &&
			(first != "patch" || f.imports.any("unittest", "mock")) {
			f.pattern(facts.PatternTest, "mock "+c.path[at:], c.node)
		}
	case "monkeypatch":
		if rest != "" {
			f.pattern(facts.PatternTest, c.path, c.node)
		}
	}
}
