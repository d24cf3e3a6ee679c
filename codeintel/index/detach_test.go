package index

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// TestOutlineDoesNotRetainText checks for every language that the declarations of a file
// contain no substring of its text in memory.
func TestOutlineDoesNotRetainText(t *testing.T) {
	for _, file := range []struct{ path, text string }{
		{"a.ts", "/** Doc. */\nexport function f(one: string): number { return 1 }\nclass C { @d() m?(a: B) {} }\nexport { C as D, C as default }\nconst x = 1\n"},
		{"a.jsx", "exports.f = function (a) {}\nconst g = async (b) => 1\n"},
		{"a.go", "package a\n\n// F does.\nfunc F(one string) (int, error) { return 1, nil }\n\ntype T struct{ A, B int }\n"},
		{"a.py", "@d(1)\nasync def f(one: str = '') -> int:\n    \"\"\"Doc.\"\"\"\n\nclass C(B):\n    x: int = 1\n    def m(self, *a): pass\n"},
		{"a.rs", "/// Doc.\n#[inline]\npub fn f(one: &str) -> u8 { 1 }\nimpl T { async fn m(&self, a: B) {} }\n"},
		{"A.java", "/** Doc. */\n@A class A { int x; @B String m(int one) { return null; } }\n"},
		{"a.c", "/* Doc. */\nint f(char *one) { return 1; }\nstruct s { int a; };\n"},
		{"a.cpp", "namespace n { class C { int m(int one) { return 1; } }; }\n"},
		{"A.cs", "/// Doc.\nnamespace N { [A] class C { public int M(string one) { return 1; } } }\n"},
	} {
		t.Run(file.path, func(t *testing.T) {
			state, text := &fileState{}, strings.Clone(file.text)
			state.outline(file.path, text, whole)
			if len(state.decls) == 0 || state.reason != "" {
				t.Fatalf("got %d declarations, reason %q; want some and no reason", len(state.decls), state.reason)
			}
			begin := uintptr(unsafe.Pointer(unsafe.StringData(text)))
			strings := 0
			eachString(reflect.ValueOf(state.decls), func(s string) {
				strings++
				if p := uintptr(unsafe.Pointer(unsafe.StringData(s))); p >= begin && p < begin+uintptr(len(text)) {
					t.Errorf("%q is a substring of the text in memory, want a copy", s)
				}
			})
			if strings < 5 {
				t.Errorf("checked %d strings, want at least 5", strings)
			}
		})
	}
}

// eachString visits all strings in a value that are not empty.
func eachString(v reflect.Value, visit func(string)) {
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 {
			visit(v.String())
		}
	case reflect.Pointer:
		if !v.IsNil() {
			eachString(v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			eachString(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachString(v.Field(i), visit)
		}
	}
}
