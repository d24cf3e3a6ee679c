package brace

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/brace/inspect"
	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestEveryLanguageReportsTooDeepNesting checks the error for nested brackets, calls and
// declarations.
func TestEveryLanguageReportsTooDeepNesting(t *testing.T) {
	for _, path := range []string{"a.rs", "A.java", "a.c", "a.cpp", "a.cs"} {
		for _, open := range []string{"{", "(", "[", "f(", "class A {", "mod a {"} {
			l := languageOf(t, path)
			if _, _, err := l.Outline(path, strings.Repeat(open, 200_000), false); !errors.Is(err, facts.ErrTooDeep) {
				t.Errorf("outline of %s with %q: got error %v, want %v", path, open, err, facts.ErrTooDeep)
			}
			if _, err := l.Inspect(path, strings.Repeat(open, 200_000)); !errors.Is(err, facts.ErrTooDeep) {
				t.Errorf("inspection of %s with %q: got error %v, want %v", path, open, err, facts.ErrTooDeep)
			}
		}
	}
}

// TestTimeIsLinearInLengthOfText reads long texts that repeat one pattern each. Code that
// takes quadratic time for one of them exceeds the time limit of the test binary.
func TestTimeIsLinearInLengthOfText(t *testing.T) {
	for _, path := range []string{"a.rs", "A.java", "a.c", "a.hpp", "a.cs"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			for _, p := range longPatterns() {
				readLong(t, path, strings.Repeat(p, longText/len(p)))
				for _, around := range surroundings(path) {
					readLong(t, path, around+strings.Repeat(p, longText/20/len(p)))
				}
			}
			for _, text := range longTexts() {
				readLong(t, path, text)
				readAll(t, path, text)
			}
		})
	}
}

// readLong parses a text once and computes its inspection, mentions and calls.
func readLong(t *testing.T, path, text string) {
	t.Helper()
	l := languageOf(t, path)
	s, err := l.parse(path, text)
	if errors.Is(err, facts.ErrTooDeep) {
		return
	}
	if err != nil {
		t.Errorf("parsing %.60q: got error %v, want none", text, err)
		return
	}
	inspect.File(s, l.describe(path, text))
	s.Mentions(s.Uses())
	s.Calls()
}

// readAll updates and resolves a project with one file.
func readAll(t *testing.T, path, text string) {
	t.Helper()
	project := projectOf(languageOf(t, path), map[string]string{path: text})
	a := languageOf(t, path).NewAnalyzer()
	if _, err := a.Update(context.Background(), project, nil); err != nil {
		t.Errorf("update of %.60q: got error %v, want none", text, err)
	}
	found := func(facts.File) {}
	if _, err := a.Resolve(context.Background(), project.Files, facts.CallsAndImports, found, nil); err != nil {
		t.Errorf("resolution of %.60q: got error %v, want none", text, err)
	}
}

// TestUpdateReadsOnlyChangedFiles updates and resolves a project of many files that
// import each other, and updates it again after a change of one file.
func TestUpdateReadsOnlyChangedFiles(t *testing.T) {
	const n = 2000
	for _, path := range []string{"src/m%d.rs", "p/A%d.java", "inc/m%d.h", "lib/m%d.hpp", "N%d.cs"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			texts := map[string]string{"Cargo.toml": "[package]\nname = \"x\"\n"}
			for i := range n {
				at := fmt.Sprintf(path, i)
				next := (i + 1) % n
				texts[at] = fmt.Sprintf("use crate::m%d::f; import p.A%d; using N; using N.A%d;\n", next, next, next) +
					fmt.Sprintf("#include \"m%d.h\"\n#include <lib/m%d.hpp>\n", next, next) +
					fmt.Sprintf("namespace N { class A%d { void f() { g(); } } }\n", i)
			}
			l := languageOf(t, fmt.Sprintf(path, 0))
			a := l.NewAnalyzer()
			project := projectOf(l, texts)
			if c, err := a.Update(context.Background(), project, nil); err != nil || len(c.Declared) != n {
				t.Fatalf("update: got %d declared files and error %v, want %d and none", len(c.Declared), err, n)
			}
			got := 0
			found := func(facts.File) { got++ }
			_, err := a.Resolve(context.Background(), project.Files, facts.CallsAndImports, found, nil)
			if err != nil || got != n {
				t.Fatalf("resolution: got %d files and error %v, want %d and none", got, err, n)
			}
			texts[fmt.Sprintf(path, 0)] += "\n"
			c, err := a.Update(context.Background(), projectOf(l, texts), nil)
			if err != nil || len(c.Declared) != 1 || len(c.Stale) != 1 {
				t.Errorf("one changed file: got %d declared, %d stale and error %v, want 1, 1 and none",
					len(c.Declared), len(c.Stale), err)
			}
		})
	}
}

// surroundings returns the contexts of patterns: bodies of types and functions, and lists.
func surroundings(path string) []string {
	switch path {
	case "a.rs":
		return []string{"fn f() { ", "impl A { ", "struct A { a: ", "fn f("}
	case "a.c", "a.hpp":
		return []string{"void f() { ", "class A { ", "void f(", "int a = ", "A::A() : "}
	}
	return []string{"class A { void f() { ", "class A { ", "class A { void f(", "class A { int a = ", "class A : "}
}

// longTexts returns texts with one long and one frequent construct each.
func longTexts() []string {
	const n = 20_000
	many := func(s string) string { return strings.Repeat(s, n) }
	return []string{
		"class A { /** " + many("word ") + "*/ int " + many("a, ") + "a; }",
		"class A { " + many("@A [B] [[c]] ") + " int " + many("a, ") + "a; }",
		"class A { " + many("[Route(\"a\")] @GET ") + "void f() {} }",
		"#[a] " + many("#[get(\"a\")] ") + "fn f() {}",
		"class " + many("A") + " { " + many("int a; void f() {} ") + "}",
		"struct " + many("A") + "; impl " + many("A") + " { " + many("fn f() {} ") + "}",
		"namespace " + many("a") + " { " + many("int f() { } ") + "}",
		"void f() { " + many("a<") + many(">") + "(); }",
		"fn f() { " + strings.Repeat("fn g() { ", 300) + many("let a = b; ") + strings.Repeat("} ", 300) + "}",
		many("void f(int a); ") + many("void f(int a) { } "),
		many("import a.b.C; using a.b; use a::b; "),
	}
}

func longPatterns() []string {
	return []string{
		"a<", "a<b,", "f(a)", "f(a) ", "if(a)", "if (a) b; else ", "else if (a) {} ", "const a", "const }",
		"macro a ", "impl ", "for<", "use a::{", "template<",
		"struct A:", "struct a b ", "A::", "x = a < b; ", "#if 1\n", "#if 0\n#else\n",
		"#ifdef A\n{\n#else\n{\n#endif\n", "/*", "r#\"", "\"", "'", "$\"{", "@", "#", "=> ", "? ", "switch ",
		"a && b || ", "class A { ", "} ", ") ", "] ", "new A() { } ", "public ", "[a] ", "@A ", "operator ",
		"typedef ", "requires ", "namespace a; ", "case a: ", "int (*f)(", "a, ", "~a",
		"int a; ", "fn f", "\\\n", "\x00", "é", "0x'", "1e+", "match a { b => ", "|| ", "mod a; ",
		"extern \"C\" ", "import a.b; ", "int f(int a) { return 1; }\n",
		"new ", "static ", "public static ", "a[b] ", "int A { get; set; } ", "a<b>::", "if (a) return; ",
		"let Some(a) = b else { return }; ", "for (a) ", "for a in b { ", "|a| ", "x => ", "() -> ", "[&] ",
		"a ? b : ", "@A(b) ", "#[a] ", "/** a */ void f() {}\n", "// a\n", "#if A\nx\n", "#define A \\\n",
		"void f(int a); ", "A::f() {} ", "do ", "try { } catch ", "$\"{a}\" ", "new A.",
	}
}
