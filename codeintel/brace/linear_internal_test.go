package brace

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// TestTooDeep finds nesting that is too deep in every language.
func TestTooDeep(t *testing.T) {
	for _, path := range []string{"a.rs", "A.java", "a.c", "a.cpp", "a.cs"} {
		for _, open := range []string{"{", "(", "[", "f(", "class A {", "mod a {"} {
			l := languageOf(t, path)
			if _, _, err := l.Outline(path, strings.Repeat(open, 200_000), false); !errors.Is(err, facts.ErrTooDeep) {
				t.Errorf("%s of %q: %v", path, open, err)
			}
			if _, err := l.Inspect(path, strings.Repeat(open, 200_000)); !errors.Is(err, facts.ErrTooDeep) {
				t.Errorf("inspection of %s of %q: %v", path, open, err)
			}
		}
	}
}

// TestLong reads long texts of one pattern each, by which a reader that looks at
// anything again and again would never end: the test binary's time limit fails it.
func TestLong(t *testing.T) {
	for _, path := range []string{"a.rs", "A.java", "a.c", "a.hpp", "a.cs"} {
		l := languageOf(t, path)
		for _, p := range longPatterns() {
			text := strings.Repeat(p, 20_000/len(p))
			_, _, err := l.Outline(path, text, false)
			if err != nil && !errors.Is(err, facts.ErrTooDeep) {
				t.Errorf("%s of %q: %v", path, p, err)
			}
			if _, err := l.Inspect(path, text); err != nil && !errors.Is(err, facts.ErrTooDeep) {
				t.Errorf("inspection of %s of %q: %v", path, p, err)
			}
			project := projectOf(l, map[string]string{path: text})
			a := l.NewAnalyzer()
			if _, err := a.Update(context.Background(), project, nil); err != nil {
				t.Errorf("update of %s of %q: %v", path, p, err)
			}
			if _, err := a.Resolve(context.Background(), project.Files, facts.CallsAndImports, func(facts.File) {}, nil); err != nil {
				t.Errorf("%s of %q: %v", path, p, err)
			}
		}
	}
}

func longPatterns() []string {
	return []string{
		"a<", "a<b,", "f(a)", "f(a) ", "if(a)", "if (a) b; else ", "else if (a) {} ", "const a", "const }", "macro a ", "impl ", "for<", "use a::{", "template<",
		"struct A:", "struct a b ", "A::", "x = a < b; ", "#if 1\n", "#if 0\n#else\n", "#ifdef A\n{\n#else\n{\n#endif\n", "/*", "r#\"", "\"", "'", "$\"{", "@", "#", "=> ", "? ", "switch ",
		"a && b || ", "class A { ", "} ", ") ", "] ", "new A() { } ", "public ", "[a] ", "@A ", "operator ", "typedef ", "requires ", "namespace a; ", "case a: ", "int (*f)(", "a, ", "~a",
		"int a; ", "fn f", "\\\n", "\x00", "é", "0x'", "1e+", "match a { b => ", "|| ", "mod a; ", "extern \"C\" ", "import a.b; ", "int f(int a) { return 1; }\n",
	}
}
