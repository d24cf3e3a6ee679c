package brace

import (
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// testAttributes mark test cases: JUnit and TestNG, xUnit, NUnit and MSTest, and
// Rust's own and those of runtimes.
var testAttributes = set("Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Fact", "Theory", "TestCase", //nolint:gochecknoglobals // never written
	"TestMethod", "DataTestMethod", "test", "rstest", "test_case", "quickcheck", "wasm_bindgen_test")

// fixtures mark what runs around test cases.
var fixtures = set("BeforeEach", "AfterEach", "BeforeAll", "AfterAll", "Before", "After", "BeforeClass", "AfterClass", "SetUp", //nolint:gochecknoglobals // never written
	"TearDown", "OneTimeSetUp", "OneTimeTearDown", "TestInitialize", "TestCleanup", "Mock", "MockBean", "fixture")

// testOf notes a declaration that is a test case or a fixture.
func (in *inspector) testOf(d int) {
	at := &in.decls[d]
	for _, a := range at.attributes {
		switch {
		case testAttributes[a.name] && at.body >= 0:
			in.test(d, in.mark()+a.name, in.suites(d))
			return
		case fixtures[a.name]:
			in.found(facts.PatternTest, in.mark()+a.name, d, a.from, a.to-1)
		}
	}
	if in.defines && at.body >= 0 && testMacro[in.word(at.name)] {
		in.test(d, in.word(at.name), strings.ReplaceAll(at.Name, ".", " > "))
	}
}

func (in *inspector) test(d int, mark, name string) {
	at := &in.decls[d]
	in.found(facts.PatternTest, mark, d, at.name, at.to-1)
	in.out.Tests = append(in.out.Tests, facts.Test{Name: name, Decl: d, Line: at.Line, EndLine: at.EndLine})
}

// suites returns the name of a test with those of the classes or modules around it.
func (in *inspector) suites(d int) string {
	var parts []string
	for i := d; i >= 0; i = in.decls[i].Parent {
		at := &in.decls[i]
		if at.Type == facts.Namespace && in.interpolated {
			break
		}
		parts = append([]string{at.Name[strings.LastIndexByte(at.Name, '.')+1:]}, parts...)
	}
	return strings.Join(parts, " > ")
}
