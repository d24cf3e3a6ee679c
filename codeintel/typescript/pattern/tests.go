package pattern

import (
	"slices"
	"strings"

	"github.com/microsoft/typescript-go/shim/tsgo"

	"github.com/coderef-system/coderefd/codeintel/facts"
	"github.com/coderef-system/coderefd/codeintel/typescript/syntax"
)

// testCall records test cases, suites, fixtures and mocks of Jest, Vitest, Mocha,
// node:test, Playwright, Deno and Sinon.
func (f *Finder) testCall(c *call) {
	if word, variant, ok := testWords(c.node.Expression()); ok {
		f.testCase(c, word, variant)
		return
	}
	switch {
	case c.receiver == nil && isFixture(c.name) && c.hasFunction() &&
		(len(f.suites) > 0 || syntax.IsTest(f.outline.Path)),
		c.receiver != nil && isFixture(c.name) && isTestWord(c.receiverName()) && c.hasFunction():
		f.add(facts.PatternTest, c.name, c.node)
	case c.name == "extend" && c.receiver != nil && len(c.arguments) == 1 &&
		f.importsFrom("@playwright/test", "vitest"):
		f.add(facts.PatternTest, "test.extend", c.node)
	case isMock(c.receiverName(), c.name), verbOf(c.name) != "" && c.hasFunction() && f.importsFrom("msw"):
		f.add(facts.PatternTest, c.receiverName()+"."+c.name, c.node)
	}
}

// testWords splits the callee of a test case or suite into its function and its
// variant: it and each for it.each(…). ok is false for other callees.
func testWords(n *tsgo.Node) (word, variant string, ok bool) {
	var parts []string
	for n = tsgo.SkipOuter(n); ; {
		switch n.Kind {
		case tsgo.KindIdentifier:
			word = n.Text()
			slices.Reverse(parts)
			if word == "t" || word == "Deno" { // subtests of node:test and tap
				if len(parts) == 0 || parts[0] != "test" {
					return "", "", false
				}
				word, parts = "test", parts[1:]
			}
			if !isTestWord(word) && !isSuiteWord(word) || !allVariants(parts) {
				return "", "", false
			}
			if i := slices.IndexFunc(parts, isSuiteWord); i >= 0 { // test.describe
				word = parts[i]
				parts = slices.Delete(parts, i, i+1)
			}
			return word, strings.Join(parts, "."), true
		case tsgo.KindPropertyAccessExpression:
			parts = append(parts, n.Name().Text())
			n = tsgo.SkipOuter(n.Expression())
		case tsgo.KindCallExpression: // it.each(table)
			n = tsgo.SkipOuter(n.Expression())
			if n.Kind != tsgo.KindPropertyAccessExpression {
				return "", "", false
			}
		case tsgo.KindTaggedTemplateExpression: // it.each`table`
			n = tsgo.SkipOuter(n.AsTaggedTemplateExpression().Tag)
		default:
			return "", "", false
		}
	}
}

func isTestWord(name string) bool {
	return slices.Contains([]string{"it", "test", "specify", "xit", "fit", "xtest"}, name)
}

func isSuiteWord(name string) bool {
	return slices.Contains([]string{"describe", "suite", "xdescribe", "fdescribe", "context"}, name)
}

func allVariants(parts []string) bool {
	for _, p := range parts {
		if !isSuiteWord(p) && !slices.Contains([]string{
			"each", "for", "only", "skip", "todo", "concurrent", "sequential", "failing", "fails", "fixme", "fail",
			"slow", "serial", "parallel", "runIf", "skipIf", "shuffle",
		}, p) {
			return false
		}
	}
	return true
}

// testCase records a test case, or begins a suite.
func (f *Finder) testCase(c *call, word, variant string) {
	name, ok := f.testName(c.argument(0))
	todo := strings.HasSuffix(variant, "todo") && len(c.arguments) == 1
	if !ok || !todo && !mayBeFunction(c.argument(1)) && !mayBeFunction(c.last()) || len(c.arguments) == 1 && !todo {
		return
	}
	pattern := word
	if variant != "" {
		pattern += "." + variant
	}
	f.add(facts.PatternTest, pattern, c.node)
	f.suites = append(f.suites, name) // applies to nested calls until Leave
	if isSuiteWord(word) {
		return
	}
	f.Tests = append(f.Tests, facts.Test{
		Name: strings.Join(f.suites, " > "), Decl: f.decl,
		Line: f.lineOf(c.node), EndLine: tsgo.LineOf(f.file, c.node.End()),
	})
}

// testName returns the name of a test case or suite: a string, or the name of the
// tested function.
func (f *Finder) testName(n *tsgo.Node) (string, bool) {
	switch {
	case n == nil:
		return "", false
	case tsgo.IsStringLiteralLike(n):
		return strings.Clone(n.Text()), true
	case n.Kind == tsgo.KindTemplateExpression:
		return strings.Clone(strings.Trim(tsgo.SourceText(n, f.file), "`")), true
	case n.Kind == tsgo.KindBinaryExpression:
		return strings.Clone(tsgo.SourceText(n, f.file)), true
	}
	name := nameText(n)
	return strings.Clone(name), name != ""
}

func isFixture(name string) bool {
	return slices.Contains([]string{
		"beforeEach", "afterEach", "beforeAll", "afterAll", "before", "after", "setup", "teardown",
		"suiteSetup", "suiteTeardown", "onTestFinished",
	}, name)
}

// isMock reports whether a call creates a mock, stub or spy.
func isMock(receiver, name string) bool {
	switch receiver {
	case "jest", "vi", "vitest":
		return slices.Contains([]string{
			"mock", "fn", "spyOn", "doMock", "mocked", "unmock", "hoisted",
			"stubGlobal", "stubEnv", "useFakeTimers", "createMockFromModule",
		}, name)
	case "sinon", "sandbox":
		return slices.Contains([]string{
			"stub", "spy", "mock", "fake", "replace", "useFakeTimers",
			"createStubInstance",
		}, name)
	case "mock":
		return slices.Contains([]string{"method", "fn", "module", "getter", "setter"}, name)
	case "td":
		return slices.Contains([]string{"replace", "func", "object"}, name)
	}
	return false
}
