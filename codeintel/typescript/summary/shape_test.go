package summary

import (
	"testing"

	"github.com/microsoft/typescript-go/shim/tsgo"
)

// TestOnlyVisibleEditsChangeShape checks which edits change the shape of a file.
func TestOnlyVisibleEditsChangeShape(t *testing.T) {
	shapeOf := func(name, text string) Shape { return New(name, tsgo.Parse("/"+name, text)).Shape }
	for _, tt := range []struct {
		name, file, before, after string
		visible                   bool
	}{
		{"body", "a.ts", "function f(): number { return 1; }", "function f(): number { g(); return 2; }", false},
		{"inferred return type", "a.ts", "function f() { return 1; }", "function f() { return ''; }", true},
		{"signature", "a.ts", "function f(): number { return 1; }", "function f(): string { return 1; }", true},
		{"parameter", "a.ts", "function f(a = 1): void { }", "function f(a = 2): void { }", true},
		{"method", "a.ts", "class C { m(): void { a(); } }", "class C { m(): void { b(); } }", false},
		{
			"constructor", "a.ts", "class C { x; constructor() { this.x = 1; } }",
			"class C { x; constructor() { this.x = ''; } }", true,
		},
		{"getter", "a.ts", "class C { get x(): number { return 1; } }", "class C { get x(): number { return 2; } }", false},
		{"arrow", "a.ts", "const f = (): number => 1;", "const f = (): number => 2;", false},
		{"body in a typed constant", "a.ts", "const f: F = wrap(() => 1);", "const f: F = wrap(() => 2);", false},
		{"callee in a typed constant", "a.ts", "const f: F = wrap(() => 1);", "const f: F = unwrap(() => 1);", true},
		{"body in a constant", "a.ts", "const f = wrap(() => 1);", "const f = wrap(() => 2);", true},
		{
			"method of a class in a typed constant", "a.ts", "const f: F = class { m() { return 1; } };",
			"const f: F = class { m() { return ''; } };", true,
		},
		{"JavaScript", "a.js", "function f() { a(); }", "function f() { b(); }", true},
		{
			"local variable", "a.ts", "function f(): void { let i; i = a; }", "function f(): void { let i; i = b; i++; }",
			false,
		},
		{"outer variable", "a.ts", "let v; function f(): void { v = a; }", "let v; function f(): void { v = b; }", true},
		{
			"local variable with the same name as another", "a.ts", "let i; function f(): void { { let i; } i = a; }",
			"let i; function f(): void { { let i; } i = b; }", true,
		},
		{
			"variable of an outer function", "a.ts", "function o() { let v; function f(): void { v = a; } }",
			"function o() { let v; function f(): void { v = b; } }", true,
		},
		{
			"removed assignment of a property", "a.ts", "class C { m(): void { this.p = 1; } }",
			"class C { m(): void { this.q = 1; } }", true,
		},
		{
			"value of an assigned property", "a.ts", "class C { m(): void { this.p = 1; } }",
			"class C { m(): void { this.p = 2; } }", false,
		},
		{
			"function assigned to a property", "a.ts", "class C { m(): void { this.p = a; } }",
			"class C { m(): void { this.p = b; } }", true,
		},
		{
			"property of another object", "a.ts", "function f(): void { const o = a(); o.p = 1; }",
			"function f(): void { const o = b(); o.p = 1; }", true,
		},
		{"incremented property", "a.ts", "class C { m(): void { this.p++; } }", "class C { m(): void { this.q--; } }", true},
		{
			"computed property", "a.ts", "class C { m(): void { this[a] = 1; } }", "class C { m(): void { this[b] = 1; } }",
			true,
		},
		{
			"loop variable", "a.ts", "let v; function f(): void { for (v of a) { } }",
			"let v; function f(): void { for (v of b) { } }", true,
		},
		{
			"destructuring assignment", "a.ts", "let v; function f(): void { ({ v } = a); }", "let v; function f(): void { ({ v } = b); }",
			true,
		},
		{"new declaration", "a.ts", "function f(): void { }", "function f(): void { }\nfunction g(): void { }", true},
		{"import", "a.ts", "import './a';", "import './b';", true},
	} {
		if got := shapeOf(tt.file, tt.before) != shapeOf(tt.file, tt.after); got != tt.visible {
			t.Errorf("%s: got a changed shape %v, want %v", tt.name, got, tt.visible)
		}
	}
}
