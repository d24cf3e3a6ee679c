package coderef2

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFormatEncodesReservedCharacters(t *testing.T) {
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
		{"called member", Format("M", "a.ts", "A.m(x)", 0), "@M/a.ts#A.m%28x%29"},
		{"quoted member", Format("M", "a.ts", "A.on:click", 0), "@M/a.ts#A.on%3Aclick"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, tt.got, tt.want)
		}
	}
}

var flag = Value{Bool, "true"}

func TestParseAcceptsPublishedForms(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Ref
	}{
		{"@Fn/src/a.ts#f", Ref{Type: "Fn", Path: "src/a.ts", Element: "f"}},
		{" @Fn/src/a#f:12 ", Ref{Type: "Fn", Path: "src/a", Element: "f", Line: 12}},
		{"@M/a.ts#C.m:3-9{status=active,x=[1,2]}", Ref{Type: "M", Path: "a.ts", Element: "C.m", Line: 3, LineEnd: 9, Metadata: []Entry{
			{Key: "status", Value: Value{String, "active"}}, {Key: "x", Value: Value{Array, "[1,2]"}},
		}}},
		{"@Fn/a.ts#f{status:active}", Ref{Type: "Fn", Path: "a.ts", Element: "f", Metadata: []Entry{{Category: "status", Key: "active", Value: flag}}}},
		{"@Fn/a.ts#f(x: number, y)", Ref{Type: "Fn", Path: "a.ts", Element: "f", Parameters: "(x: number, y)"}},
		{"@File/src/./b/../a.ts", Ref{Type: "File", Path: "src/a.ts"}},
		{"@F/a.ts:7", Ref{Type: "F", Path: "a.ts", Line: 7}},
		{"@C/app/%5Bid%5D/p.tsx#default", Ref{Type: "C", Path: "app/[id]/p.tsx", Element: "default"}},
		{`@Fn/we\:ird\#dir/a.ts#f`, Ref{Type: "Fn", Path: "we:ird#dir/a.ts", Element: "f"}},
		{"@M/a.ts#C.m:if{ready}{k=v}", Ref{Type: "M", Path: "a.ts", Element: "C.m", Block: "if", BlockIdent: "ready", Metadata: []Entry{{Key: "k", Value: Value{String, "v"}}}}},
		{"@M/a.ts#A.#x", Ref{Type: "M", Path: "a.ts", Element: "A.#x"}},
		{"@M/a.ts#A.[Symbol.iterator]", Ref{Type: "M", Path: "a.ts", Element: "A.[Symbol.iterator]"}},
		{"@coderef{src/a.ts:f}", Ref{Path: "src/a.ts", Element: "f"}},
		{"@Fn/src/my file[1].py#f:12", Ref{Type: "Fn", Path: "src/my file[1].py", Element: "f", Line: 12}},
		{"@fn_x/a:b/c.py#on:click(x:y):3{status:active,coverage:95}", Ref{
			Type: "fn_x", Path: "a:b/c.py", Element: "on:click", Parameters: "(x:y)", Line: 3, Metadata: []Entry{
				{Key: "coverage", Value: Value{Number, "95"}}, {Category: "status", Key: "active", Value: flag},
			},
		}},
		{"@Endpoint/src/routes.ts#GET", Ref{Type: "Endpoint", Path: "src/routes.ts", Element: "GET"}},
	} {
		got, err := Parse(tt.in)
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Errorf("Parse(%q): error %v (-want +got):\n%s", tt.in, err, diff)
		}
	}
	for _, in := range []string{
		"", "f", "Fn/a.ts#f", "@", "@Fn", "@fn/a.ts#f", "@Fn/#f", "@Fn/a.ts#", "@Fn/a.ts#f:0", "@Fn/a.ts#f:9-3",
		"@Fn/a.ts#f:x", "@Fn/a.ts#f{k", "@Fn/a.ts#f}x", "@Fn/../a.ts", "@coderef{a.ts}", "@coderef{a:b}c",
		"@M/a.ts#C:if{", "@M/a.ts#C:if{}", "@M/a.ts#C:if", "@Fn/a.ts#f:+1", "@Fn/a.ts#f:99999999999999999999", "@Fn/a.ts#f{1a=2}", `@Fn/a.ts#f{{"a":null}}`, "@Fn/./.",
	} {
		if got, err := Parse(in); !errors.Is(err, ErrSyntax) {
			t.Errorf("Parse(%q) = %+v, %v; want a syntax error", in, got, err)
		}
	}
}
