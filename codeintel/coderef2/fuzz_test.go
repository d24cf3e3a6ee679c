package coderef2

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func seeds() []string {
	return []string{
		"@Fn/a.ts#f:1-2{x}", "@coderef{a:b}", `@Fn/a\#b.ts#f`, "@M/a#C.(x)", "@A/%zz#%41", "@M/a.ts#C.m:if{ready}{k=v}",
		`@Fn/a#f(x: (a) => b):3{a="x}",b=[1,y],c={"d":1},e=@Fn/b#g{h},f=2024-01-01}`, "@fn/a b#c d:3{status:active,n:95}",
		`@Fn/a#f{{"a:b":[1]}}`, "@F/a#f{a=[}", "@_/a#%23b:7", "@coderef{a%3Ab:c%7D}", "@Fn/a#f\xff:1",
	}
}

// checkRoundTrip checks that the canonical form of a parsed reference parses to the same
// reference, and that its canonical form is itself.
func checkRoundTrip(t *testing.T, in string) {
	t.Helper()
	ref, err := Parse(in)
	if err != nil {
		return
	}
	written := ref.String()
	again, err := Parse(written)
	if err != nil {
		t.Fatalf("Parse of %q, the canonical form of %q: got error %v, want none", written, in, err)
	}
	if diff := cmp.Diff(ref, again); diff != "" {
		t.Errorf("%q and its canonical form %q differ (-original +canonical):\n%s", in, written, diff)
	}
	if again.String() != written {
		t.Errorf("canonical form of %q: got %q, want the same", written, again)
	}
	if IsKnownType(ref.Type) {
		if _, err := ParseStrict(written); err != nil {
			t.Errorf("ParseStrict of %q, the canonical form of %q: got error %v, want none", written, in, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range seeds() {
		f.Add(seed)
	}
	f.Fuzz(checkRoundTrip)
}

// FuzzValidate checks that valid texts can be parsed, that suggestions are valid, and that the
// offset of every problem is in the text.
func FuzzValidate(f *testing.F) {
	for _, seed := range seeds() {
		f.Add(seed)
	}
	f.Add("@Zz/app/[id]#f{status=gone,expires=x}")
	f.Fuzz(func(t *testing.T, in string) {
		report := Validate(in)
		if _, err := Parse(in); (err == nil) != (len(report.Errors) == 0 || report.Errors[0].Code != CodeSyntax) {
			t.Errorf("%q: Parse returned %v, Validate %v, want a syntax error of both or of neither", in, err, report.Errors)
		}
		for _, p := range append(report.Errors, report.Warnings...) {
			if p.Offset < 0 || p.Offset > len(in) || p.Message == "" || p.Expected == "" {
				t.Errorf("%q: got problem %+v, want texts and an offset from 0 to %d", in, p, len(in))
			}
		}
		for _, s := range report.Suggestions {
			if r := Validate(s); !r.Valid() && r.Errors[0].Code != CodeType {
				t.Errorf("%q: got suggestion %q with errors %v, want a valid one", in, s, r.Errors)
			}
		}
	})
}

// TestCanonicalFormRoundTrips checks random combinations of parts of the grammar.
func TestCanonicalFormRoundTrips(t *testing.T) {
	pieces := []string{
		"@", "Fn", "M", "fn", "/", "src", "a.ts", "#", "A.b", "$x", "#y", "(", "x: y", ")", ":", "12", "-", "34",
		"if", "{", "}", "k", "=", "v", `"`, ",", "[", "]", "true", "2024-01-01", "@Fn/b.ts#g", "@coderef{", "%41", "%", `\`, "é", " ", "status:active", "{k=v}", ":3",
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		starts := []string{"@Fn/", "@Fn/a.ts#f", "@Fn/a.ts#f:3{", "@M/a.ts#C.m:if{", "@x/", "@coderef{a:"}
		b.WriteString(starts[rnd.IntN(len(starts))])
		for range rnd.IntN(9) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		checkRoundTrip(t, b.String())
		if t.Failed() {
			return
		}
	}
}
