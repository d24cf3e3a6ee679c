package coderef2

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMetadataHasCanonicalForm(t *testing.T) {
	text := func(s string) Value { return Value{String, s} }
	for _, tt := range []struct {
		in   string // between the braces
		want []Entry
		out  string // the canonical form
	}{
		{"", nil, "@Fn/a.ts#f"},
		{"b, a", []Entry{{Key: "a", Value: flag}, {Key: "b", Value: flag}}, "@Fn/a.ts#f{a,b}"},
		{"a=true,b=false", []Entry{{Key: "a", Value: flag}, {Key: "b", Value: Value{Bool, "false"}}}, "@Fn/a.ts#f{a,b=false}"},
		{"security:level=high", []Entry{{Category: "security", Key: "level", Value: text("high")}}, "@Fn/a.ts#f{security:level=high}"},
		{"n=12,m=1.50,k=-1,l=1.", []Entry{
			{Key: "k", Value: text("-1")}, {Key: "l", Value: text("1.")}, {Key: "m", Value: Value{Number, "1.50"}}, {Key: "n", Value: Value{Number, "12"}},
		}, "@Fn/a.ts#f{k=-1,l=1.,m=1.50,n=12}"},
		{`a="x, }y",b="say \"no\""`, []Entry{{Key: "a", Value: text("x, }y")}, {Key: "b", Value: text(`say "no"`)}}, `@Fn/a.ts#f{a="x, }y",b="say \"no\""}`},
		{`a="true"`, []Entry{{Key: "a", Value: text("true")}}, `@Fn/a.ts#f{a="true"}`},
		{`a="1",b=""`, []Entry{{Key: "a", Value: text("1")}, {Key: "b", Value: text("")}}, `@Fn/a.ts#f{a="1",b=""}`},
		{`a="open`, []Entry{{Key: "a", Value: text(`"open`)}}, `@Fn/a.ts#f{a="\"open"}`},
		{`a=[1, "x,y"]`, []Entry{{Key: "a", Value: Value{Array, `[1,"x,y"]`}}}, `@Fn/a.ts#f{a=[1,"x,y"]}`},
		{"a=[x, y z]", []Entry{{Key: "a", Value: Value{Array, `["x","y z"]`}}}, `@Fn/a.ts#f{a=["x","y z"]}`},
		{"a=[x", []Entry{{Key: "a", Value: text("[x")}}, `@Fn/a.ts#f{a="[x"}`},
		{`a={"k":[1, 2]}`, []Entry{{Key: "a", Value: Value{Object, `{"k":[1,2]}`}}}, `@Fn/a.ts#f{a={"k":[1,2]}}`},
		{`{"b":"x","status:level":2,"c":{"d":1}}`, []Entry{
			{Key: "b", Value: text("x")}, {Key: "c", Value: Value{Object, `{"d":1}`}}, {Category: "status", Key: "level", Value: Value{Number, "2"}},
		}, `@Fn/a.ts#f{b=x,c={"d":1},status:level=2}`},
		{"calls=@Fn/src//b.ts#g:2{x}", []Entry{{Key: "calls", Value: Value{Reference, "@Fn/src/b.ts#g:2{x}"}}}, "@Fn/a.ts#f{calls=@Fn/src/b.ts#g:2{x}}"},
		{"calls=@unknown", []Entry{{Key: "calls", Value: text("@unknown")}}, `@Fn/a.ts#f{calls="@unknown"}`},
		{"since=2024-02-29,at=2024-01-31T10:00:00Z,no=2024-02-30", []Entry{
			{Key: "at", Value: Value{Date, "2024-01-31T10:00:00Z"}}, {Key: "no", Value: text("2024-02-30")}, {Key: "since", Value: Value{Date, "2024-02-29"}},
		}, `@Fn/a.ts#f{at=2024-01-31T10:00:00Z,no=2024-02-30,since=2024-02-29}`},
		{"url:http://x?a=b", []Entry{{Key: "url", Value: text("http://x?a=b")}}, `@Fn/a.ts#f{url="http://x?a=b"}`},
	} {
		got, err := Parse("@Fn/a.ts#f{" + tt.in + "}")
		if err != nil {
			t.Errorf("Parse of {%s}: got error %v, want none", tt.in, err)
			continue
		}
		if diff := cmp.Diff(tt.want, got.Metadata); diff != "" {
			t.Errorf("{%s} (-want +got):\n%s", tt.in, diff)
		}
		if got.String() != tt.out {
			t.Errorf("canonical form of {%s}: got %s, want %s", tt.in, got, tt.out)
		}
	}
}

// TestNotationOfOlderToolsSetsKey checks the meaning of {status:active} in the notation of older tools.
func TestNotationOfOlderToolsSetsKey(t *testing.T) {
	ref, err := Parse("@Fn/a.ts#f{status:active,env:prod=x,coverage:0.5}")
	if err != nil {
		t.Fatal(err)
	}
	var got []Entry
	for _, e := range ref.Metadata {
		got = append(got, e.Older())
	}
	if diff := cmp.Diff([]Entry{
		{Key: "coverage", Value: Value{Number, "0.5"}},
		{Category: "env", Key: "prod", Value: Value{String, "x"}},
		{Key: "status", Value: Value{String, "active"}},
	}, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}
