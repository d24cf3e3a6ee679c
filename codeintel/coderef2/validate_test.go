package coderef2

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSyntaxErrorsHavePositionAndReason(t *testing.T) {
	for _, tt := range []struct {
		in, want string
	}{
		{"", `0 "@" missing @ prefix`},
		{" Fn/a", `1 "@" missing @ prefix`},
		{"@/a.ts", `1 "a type designator and /" missing type designator such as @Fn/`},
		{"@Fn/#f", `4 "a path" empty path`},
		{"@Fn/a.ts#:3", `9 "a name" empty element`},
		{"@Fn/a.ts#f:x", `11 "a line (3), a line range (3-9) or a block reference" line "x" is not a positive number`},
		{"@Fn/a.ts#f:9-3", `11 "a line (3), a line range (3-9) or a block reference" invalid line range "9-3"`},
		{"@Fn/a.ts#f:if{x", `14 "}" unclosed block reference`},
		{"@Fn/a.ts#f:if{}", `14 "an identifier" empty block reference`},
		{"@Fn/a.ts#f:if", `13 "{" block "if" needs an identifier in braces`},
		{"@Fn/a.ts#f{k", `11 "}" unclosed metadata`},
		{"@Fn/a.ts#f{k, 1=2}", `14 "[category:]key[=value]" "1=2" has no valid metadata key`},
		{"@Fn/a.ts#f{k}x", `13 "the end" unexpected "x" at the end`},
		{"@coderef{a.ts}", `9 "file:element}" marker must read @coderef{file:element}`},
	} {
		_, err := Parse(tt.in)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !errors.Is(err, ErrSyntax) {
			t.Errorf("Parse(%q): got %v, want a SyntaxError", tt.in, err)
			continue
		}
		if got := fmt.Sprintf("%d %q %s", syntax.Offset, syntax.Expected, syntax.Reason); got != tt.want {
			t.Errorf("Parse(%q):\ngot  %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

func TestParseStrictRejectsOtherForms(t *testing.T) {
	for _, in := range []string{
		"@Fn/src/a.ts#f", "@File/src/a.ts", "@M/a.ts#A.#x:3-9", "@M/a.ts#A.[Symbol.iterator]", "@V/a.ts#$x{n=2}",
		`@Fn/we\:ird\#dir/a#default`, "@C/app/%5Bid%5D/page.tsx#Page(props)", "@V/é.ts#é",
	} {
		_, err := ParseStrict(in)
		if want := in == "@V/é.ts#é"; (err != nil) != want {
			t.Errorf("ParseStrict(%q): got %v, want an error: %t", in, err, want)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int
	}{
		{" @Fn/a.ts#f", 0},
		{"@Zz/a.ts#f", 1},
		{"@fn/a.py#f:3", 1},
		{"@C/app/[id]/page.tsx#Page", 7},
		{"@coderef{a.ts:f}", 1},
		{"", 0},
		{"x", 0},
	} {
		_, err := ParseStrict(tt.in)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || syntax.Offset != tt.offset {
			t.Errorf("ParseStrict(%q): got %v, %+v; want a SyntaxError at offset %d", tt.in, err, syntax, tt.offset)
		}
	}
}

func TestValidateReportsProblems(t *testing.T) {
	for _, tt := range []struct {
		in          string
		errors      []Code
		warnings    []string
		suggestions []string // the first ones
	}{
		{in: "@Fn/src/a.ts#f:3{status=active,scope=public,introduced=2024-01-31}"},
		{in: "@Fn/src/a.ts#f{status:active,security:level=high,calls=@Fn/b.ts#g}"},
		{in: "@coderef{a b:c d}", warnings: []string{`element "c d" has an invalid character: " "`}},
		{in: "@FnX/a.ts#f", errors: []Code{CodeType}, suggestions: []string{"@Fix/a.ts#f", "@Fn/a.ts#f"}},
		{in: "@fn/a.ts#f:3", errors: []Code{CodeType}, suggestions: []string{"@Fn/a.ts#f:3"}},
		{in: "@C/app/[id]/p.tsx#Page", errors: []Code{CodePath}, suggestions: []string{"@C/app/%5Bid%5D/p.tsx#Page"}},
		{in: "@Fn/a.ts#f:x", errors: []Code{CodeSyntax}},
		{in: "@Fn/a.ts#a b:3", warnings: []string{`element "a b" has an invalid character: " "`}},
		{in: "@Fn/a.ts#a%20b(x, y):3"},
		{in: "@Fn/a.ts#a(b:3", warnings: []string{`element "a(b" has an invalid character: "("`}},
		{in: "@Fn/a.ts#f{status=gone}", warnings: []string{"unknown status 'gone'"}},
		{in: "@Fn/a.ts#f{status:gone}", warnings: []string{"unknown status 'gone'"}},
		{in: "@Fn/a.ts#f{scope=all}", warnings: []string{"unknown scope 'all'"}},
		{in: "@Fn/a.ts#f{nothing:x=1}", warnings: []string{"unknown metadata category 'nothing'"}},
		{in: "@Fn/a.ts#f{expires=soon}", warnings: []string{"expires is not a date: 'soon'"}},
		{in: "@Fn/a.ts#f{calls=12}", warnings: []string{"calls is neither a name nor a reference"}},
	} {
		got := Validate(tt.in)
		var codes []Code
		for _, p := range got.Errors {
			codes = append(codes, p.Code)
		}
		var warnings []string
		for _, p := range got.Warnings {
			warnings = append(warnings, p.Message)
		}
		if !slices.Equal(codes, tt.errors) || !slices.Equal(warnings, tt.warnings) || got.Valid() != (len(tt.errors) == 0) {
			t.Errorf("%s: got errors %v, warnings %q; want %v, %q", tt.in, got.Errors, warnings, tt.errors, tt.warnings)
		}
		first := got.Suggestions[:min(len(got.Suggestions), len(tt.suggestions))]
		if !slices.Equal(tt.suggestions, first) {
			t.Errorf("%s: got suggestions %q, want %q first", tt.in, got.Suggestions, tt.suggestions)
		}
	}
}

func TestKnownTypesContainDesignators(t *testing.T) {
	if !slices.IsSorted(KnownTypes()) || !slices.IsSorted(BlockKinds()) {
		t.Errorf("got %v and %v, want sorted lists for binary search", KnownTypes(), BlockKinds())
	}
	for _, elementType := range []string{
		"function", "class", "component", "hook", "method", "constant", "variable", "property", "interface", "type", "enum",
		"namespace", "file", "decorator",
	} {
		if d := Designator(elementType); !IsKnownType(d) {
			t.Errorf("designator of %s: got %s, want a known type", elementType, d)
		}
	}
}

func TestSimilarSortsBySimilarity(t *testing.T) {
	got := Similar("formatPrise", []string{"formatDate", "formatPrice", "FORMATPRISE", "x"}, 0.5)
	if diff := cmp.Diff([]string{"FORMATPRISE", "formatPrice", "formatDate"}, got); diff != "" {
		t.Errorf("similar words (-want +got):\n%s", diff)
	}
	if s := Similarity("", ""); s != 1 {
		t.Errorf("similarity of two empty words: got %v, want 1", s)
	}
}
