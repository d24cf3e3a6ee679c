package coderef2

import (
	"errors"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, tt := range []struct {
		name, got, want string
	}{
		{"plain", Format("Fn", "src/lib/money.ts", "formatPrice", 0), "@Fn/src/lib/money.ts#formatPrice"},
		{"line", Format("I", "a.ts", "Api", 33), "@I/a.ts#Api:33"},
		{"file", FormatFile("src/a.ts"), "@File/src/a.ts"},
		{"route folder", Format("C", "app/[id]/page.tsx", "Page", 0), "@C/app/%5Bid%5D/page.tsx#Page"},
		{"spaces and accents", FormatFile("a b/é.ts"), "@File/a%20b/%C3%A9.ts"},
		{"percent", FormatFile("100%.ts"), "@File/100%25.ts"},
		{"private member", Format("M", "a.ts", "A.#x", 0), "@M/a.ts#A.#x"},
		{"quoted member", Format("M", "a.ts", "A.on:click", 0), "@M/a.ts#A.on%3Aclick"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, tt.got, tt.want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Ref
	}{
		{"@Fn/src/a.ts#f", Ref{Type: "Fn", Path: "src/a.ts", Element: "f"}},
		{" @Fn/src/a#f:12 ", Ref{Type: "Fn", Path: "src/a", Element: "f", Line: 12}},
		{"@M/a.ts#C.m:3-9{status=active,x=[1,2]}", Ref{Type: "M", Path: "a.ts", Element: "C.m", Line: 3, LineEnd: 9, Metadata: "status=active,x=[1,2]"}},
		{"@Fn/a.ts#f{status:active}", Ref{Type: "Fn", Path: "a.ts", Element: "f", Metadata: "status:active"}},
		{"@Fn/a.ts#f(x: number, y)", Ref{Type: "Fn", Path: "a.ts", Element: "f"}},
		{"@File/src/./b/../a.ts", Ref{Type: "File", Path: "src/a.ts"}},
		{"@F/a.ts:7", Ref{Type: "F", Path: "a.ts", Line: 7}},
		{"@C/app/%5Bid%5D/p.tsx#default", Ref{Type: "C", Path: "app/[id]/p.tsx", Element: "default"}},
		{`@Fn/we\:ird\#dir/a.ts#f`, Ref{Type: "Fn", Path: "we:ird#dir/a.ts", Element: "f"}},
		{"@M/a.ts#C.m:if{ready}{k=v}", Ref{Type: "M", Path: "a.ts", Element: "C.m", Block: "if", Metadata: "k=v"}},
		{"@M/a.ts#A.#x", Ref{Type: "M", Path: "a.ts", Element: "A.#x"}},
		{"@M/a.ts#A.[Symbol.iterator]", Ref{Type: "M", Path: "a.ts", Element: "A.[Symbol.iterator]"}},
		{"@coderef{src/a.ts:f}", Ref{Path: "src/a.ts", Element: "f"}},
	} {
		got, err := Parse(tt.in)
		if err != nil || got != tt.want {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", tt.in, got, err, tt.want)
		}
	}
	for _, in := range []string{
		"", "f", "Fn/a.ts#f", "@", "@Fn", "@fn/a.ts#f", "@Fn/#f", "@Fn/a.ts#", "@Fn/a.ts#f:0", "@Fn/a.ts#f:9-3",
		"@Fn/a.ts#f:x", "@Fn/a.ts#f{k", "@Fn/a.ts#f}x", "@Fn/../a.ts", "@coderef{a.ts}", "@coderef{a:b}c",
	} {
		if got, err := Parse(in); !errors.Is(err, ErrSyntax) {
			t.Errorf("Parse(%q) = %+v, %v; want a syntax error", in, got, err)
		}
	}
}

// FuzzParse: parsing never panics, and what was parsed formats to something
// that parses to the same.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"@Fn/a.ts#f:1-2{x}", "@coderef{a:b}", `@Fn/a\#b.ts#f`, "@M/a#C.(x)", "@A/%zz#%41"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		ref, err := Parse(in)
		if err != nil || ref.Type == "" || ref.Block != "" {
			return
		}
		again, err := Parse(Format(ref.Type, ref.Path, ref.Element, ref.Line))
		if err != nil || again.Path != ref.Path || again.Element != ref.Element || again.Line != ref.Line {
			t.Errorf("%q: %+v became %+v, %v", in, ref, again, err)
		}
	})
}
