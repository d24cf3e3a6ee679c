package inspect

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/brace/syntax"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// testAttributes mark test cases: those of JUnit, TestNG, xUnit, NUnit, MSTest, and of
// Rust and its runtimes.
var testAttributes = syntax.WordSet( //nolint:gochecknoglobals // never written
	"Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Fact", "Theory", "TestCase",
	"TestMethod", "DataTestMethod", "test", "rstest", "test_case", "quickcheck", "wasm_bindgen_test",
)

// fixtures mark code that runs around test cases.
var fixtures = syntax.WordSet( //nolint:gochecknoglobals // never written
	"BeforeEach", "AfterEach", "BeforeAll", "AfterAll", "Before", "After", "BeforeClass", "AfterClass", "SetUp",
	"TearDown", "OneTimeSetUp", "OneTimeTearDown", "TestInitialize", "TestCleanup", "Mock", "MockBean", "fixture",
)

// testCase reports a declaration that is a test case or a fixture.
func (in *inspector) testCase(d int) {
	at := &in.Decls[d]
	for _, a := range at.Attributes {
		name := in.tables.AttributeMark + a.Name
		switch {
		case testAttributes[a.Name] && at.Body >= 0:
			in.test(d, name, in.suites(d))
			return
		case fixtures[a.Name]:
			in.report(facts.PatternTest, name, d, a.From, a.To-1)
		}
	}
	if macro := in.Word(at.NameAt); at.Body >= 0 && in.tables.TestMacros[macro] {
		in.test(d, macro, strings.ReplaceAll(at.Name, ".", " > "))
	}
}

// test reports declaration d as a test case.
func (in *inspector) test(d int, mark, name string) {
	at := &in.Decls[d]
	in.reportDecl(facts.PatternTest, mark, d)
	in.out.Tests = append(in.out.Tests, facts.Test{Name: name, Decl: d, Line: at.Line, EndLine: at.EndLine})
}

// suites returns the name of a test, qualified by the classes and modules around it.
func (in *inspector) suites(d int) string {
	var parts []string
	for i := d; i >= 0; i = in.Decls[i].Parent {
		at := &in.Decls[i]
		if at.Type == facts.Namespace && in.tables.OmitNamespaces {
			break
		}
		parts = append([]string{at.Simple()}, parts...)
	}
	return strings.Join(parts, " > ")
}
