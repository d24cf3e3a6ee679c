package coderef2

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFindSearchesOnlyComments checks that Find returns the references in want. Texts that must
// not be found contain "no".
func TestFindSearchesOnlyComments(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		want       []string
	}{
		{"a.ts", "// see @Fn/src/a.ts#f:3, @File/src/b.ts.\nconst s = '@Fn/no#x'; /* (@M/a.ts#C.m(x: y, z)) */", []string{
			"1:8 @Fn/src/a.ts#f:3", "1:26 @File/src/b.ts", "2:27 @M/a.ts#C.m(x: y, z)",
		}},
		{"a.ts", "/**\n * @param x @returns {@link y}\n * é😀 @coderef{src/a.ts:f x} a@Fn/no#x @scope/no#x @fn/a#b:2\n */", []string{
			"3:8 @coderef{src/a.ts:f x}", "3:53 @fn/a#b:2",
		}},
		{"a.ts", "@Fn/no#x() class A {}\nconst u = `// @Fn/no#x ${ /* @Fn/a#in */ '`' + {a: `}`}.a } // @Fn/no#x`; // @Fn/a#after", []string{
			"2:30 @Fn/a#in", "2:78 @Fn/a#after",
		}},
		{"a.js", "const r = /[/'\"`]\\//; // @Fn/a#r\nconst d = a / b; // @Fn/a#d\nreturn /'/ // @Fn/a#e", []string{
			"1:26 @Fn/a#r", "2:21 @Fn/a#d", "3:15 @Fn/a#e",
		}},
		{"a.jsx", "const x = <p>Don't</p>; // no\n// @C/a#X{status=active, note=\"a b\"}: more\n// @M/a#x:if{a b}{k} @M/a#x:if{ready}.", []string{
			`2:4 @C/a#X{status=active, note="a b"}`, "3:4 @M/a#x:if{a b}{k}", "3:22 @M/a#x:if{ready}",
		}},
		{"a.go", "var s = `// @Fn/no#x`\nvar c = '\"' // @V/a.go#c\nvar d = '\\'' // @V/a.go#d\n", []string{"2:16 @V/a.go#c", "3:17 @V/a.go#d"}},
		{"a.rs", "fn f<'a>(x: &'a str) {} // @Fn/a.rs#f\nlet s = r#\"\" // @Fn/no#x\"#; /* /* */ @Fn/a.rs#g */", []string{"1:28 @Fn/a.rs#f", "2:38 @Fn/a.rs#g"}},
		{"a.cpp", "auto s = R\"x(\" // @Fn/no#x)x\"; int n = 1'000; // @V/a.cpp#n", []string{"1:50 @V/a.cpp#n"}},
		{"a.cs", "var s = @\"a\\\"; var q = $@\"\"\"// @Fn/no#x\"\"\"; // @V/a.cs#q\nvar r = \"\"\"\n// @Fn/no#x\n\"\"\"; // @V/a.cs#r", []string{
			"1:48 @V/a.cs#q", "4:9 @V/a.cs#r",
		}},
		{"A.java", "String s = \"\"\"\n // @Fn/no#x \\\"\"\"\n\"\"\"; // @V/A.java#s", []string{"3:9 @V/A.java#s"}},
		{"a.py", "#!/usr/bin/python @Fn/a#bang\ndef f():\n    \"\"\"See @Fn/a.py#g:3.\n    \"\"\"\n    s = \"\"\"@Fn/no#x\"\"\"  # @V/a.py#s\n    t = '# @Fn/no#x'\n", []string{
			"1:19 @Fn/a#bang", "3:12 @Fn/a.py#g:3", "5:27 @V/a.py#s",
		}},
		{"a.sh", "echo ${#x} @Fn/no#x # @Fn/a#b\n", []string{"1:23 @Fn/a#b"}},
		{"a.sql", "select '-- @Fn/no#x' -- @Fn/a#b", []string{"1:25 @Fn/a#b"}},
		{"a.html", "<p>@Fn/no#x</p><!-- @Fn/a#b -->", []string{"1:21 @Fn/a#b"}},
		{"a.css", "a { content: '/* @Fn/no#x */' } // @Fn/no#x\n/* @Fn/a#b */", []string{"2:4 @Fn/a#b"}},
		{"a.md", "The `@Fn/a#b` and **@Cl/a#B** ([x](@D/src)) <@I/a#C>\n", []string{"1:6 @Fn/a#b", "1:21 @Cl/a#B", "1:36 @D/src", "1:46 @I/a#C"}},
		{"a.ts", "// @Zz/a#b @Zz/no @Fn/ @Fn @fn/ @zz/no#x @@Fn/no#x x@1/@Fn/no#x @Fn/a\\:b#c @M/a#A.[Symbol.iterator]", []string{
			"1:4 @Zz/a#b", "1:65 @Fn/a\\:b#c", "1:76 @M/a#A.[Symbol.iterator]",
		}},
		{"a.ts", "// @Fn/a#f{open\n// @Fn/a#f(open\n/* @Fn/a#g*/", []string{"1:4 @Fn/a#f", "2:4 @Fn/a#f", "3:4 @Fn/a#g"}},
	} {
		var got []string
		for _, f := range Find(tt.file, tt.text) {
			got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Text))
			if !strings.HasPrefix(tt.text[f.Offset:], f.Text) {
				t.Errorf("%s: text at %d: got %.40q, want it to begin with %q",
					tt.file, f.Offset, tt.text[f.Offset:], f.Text)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.file, tt.text, diff)
		}
	}
}

// FuzzFind checks that spans are in the text and do not overlap, and that references are found
// only in comments.
func FuzzFind(f *testing.F) {
	for i, extension := range []string{"ts", "go", "rs", "cpp", "cs", "java", "py", "sh", "sql", "html", "md"} {
		f.Add(extension, "// @Fn/a#b\n# `${'\"\"\"' @coderef{a:b}}` /* r#\"@M/a#b:if{x}\"# -- <!-- */"+strings.Repeat("'", i))
	}
	f.Fuzz(func(t *testing.T, extension, text string) {
		file, end := "a."+extension, 0
		spans := Spans(file, text)
		for _, s := range spans {
			if s.Start < end || s.End < s.Start || s.End > len(text) {
				t.Fatalf("%s %q: got span %+v, want one between %d and %d", file, text, s, end, len(text))
			}
			end = s.End
		}
		for _, found := range Find(file, text) {
			inside := false
			for _, s := range spans {
				inside = inside || s.Comment && s.Start <= found.Offset && found.Offset+len(found.Text) <= s.End
			}
			if !inside || found.Line < 1 || found.Column < 1 || !strings.HasPrefix(found.Text, "@") {
				t.Errorf("%s %q: got %+v, want a reference with a position in a comment", file, text, found)
			}
		}
	})
}
