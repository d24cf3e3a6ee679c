package uritemplate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/uritemplate"
)

// TestErrorTexts checks the phrase that follows "the template", for each kind of
// problem.
func TestErrorTexts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, template, want string }{
		{"open brace", "a:{x", "contains a { without a }"},
		{"close brace", "a:x}", "contains a } without a {"},
		{"close brace after an expression", "a:{x}}", "contains a } without a {"},
		{"empty expression", "a:{}", `contains "" instead of a variable name`},
		{"operator only", "a:{+}", `contains "" instead of a variable name`},
		{"empty item", "a:{x,,y}", `contains "" instead of a variable name`},
		{"prefix and explode", "a:{x:3*}", `contains "x:3*" instead of a variable name`},
		{"explode twice", "a:{x**}", `contains "x**" instead of a variable name`},
		{"letter in a prefix", "a:{x:1a}", `contains "x:1a" instead of a variable name`},
		{"triplet cut", "a:{%4}", `contains "%4" instead of a variable name`},
		{"name that is not ASCII", "a:{xä}", `contains "xä" instead of a variable name`},
		{"reserved operator", "a:{|x}", "contains {|x}, which does not begin with an operator or a variable name"},
		{"two operators", "a:{?&x}", `contains "&x" instead of a variable name`},
		{"percent in a literal", "a:%zz", "contains a % without two hexadecimal digits"},
		{"space in a literal", "a: {x}", "contains the character ' ', which is not allowed in a URI"},
		{"quote in a literal", `a:"`, `contains the character '"', which is not allowed in a URI`},
		{"DEL in a literal", "a:\x7f", `contains the character '\x7f', which is not allowed in a URI`},
		{"invalid UTF-8", "a:\xff", "is not valid UTF-8"},
		{"too long", strings.Repeat("a", 4097), "is longer than 4096 bytes"},
		{"too many variables", "a:" + strings.Repeat("{x}", 65), "uses variables more than 64 times"},
		{"too many in one expression", "a:{x" + strings.Repeat(",x", 64) + "}", "uses variables more than 64 times"},
	} {
		if _, err := uritemplate.Parse(tt.template); err == nil || err.Error() != tt.want {
			t.Errorf("%s, %.40q: got error %v, want %q", tt.name, tt.template, err, tt.want)
		}
	}
}

// TestBounds: the largest templates of each kind are accepted.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, template := range map[string]string{
		"length": strings.Repeat("a", 4096), "uses": "a:" + strings.Repeat("{x}", 64),
		"prefix": "a:{x:9999}", "empty": "", "longest name": "a:{" + strings.Repeat("n", 4000) + "}",
	} {
		if _, err := uritemplate.Parse(template); err != nil {
			t.Errorf("%s: got error %v, want none", name, err)
		}
	}
}

// TestLiterals: a literal is encoded as a URI requires, and nothing in it is a pattern.
func TestLiterals(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		template, want string
		others         []string // which do not match
	}{
		{"a:b.c", "a:b.c", []string{"a:bxc", "A:b.c", "a:b.c ", "a:b.", ""}},
		{"a:(b)*+?$[c]", "a:(b)*+?$[c]", []string{"a:b", "a:(b)"}},
		{"a:ü€", "a:%C3%BC%E2%82%AC", []string{"a:ü€", "a:%c3%bc%e2%82%ac"}},
		{"a:%20", "a:%20", []string{"a: ", "a:%2520"}},
		{"", "", []string{"a"}},
	} {
		parsed, err := uritemplate.Parse(tt.template)
		if err != nil {
			t.Errorf("%s: got error %v, want none", tt.template, err)
			continue
		}
		if got := parsed.Expand(map[string]string{"b": "unused"}); got != tt.want || !parsed.Match(got) {
			t.Errorf("%s: got %q, matching %t, want %q, true", tt.template, got, parsed.Match(got), tt.want)
		}
		for _, other := range tt.others {
			if parsed.Match(other) {
				t.Errorf("%s matches %q, want no match", tt.template, other)
			}
		}
	}
}

// TestMatchOfEachOperator checks the separators and names that a URI needs to match
// an expression.
func TestMatchOfEachOperator(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		template  string
		good, bad []string
	}{
		{"x{a,b}y", []string{"xy", "x1y", "x1,2y", "x1,2,3y"}, []string{"x1/2y", "x1 2y", "x%2y"}},
		{"x{+a,b}y", []string{"xy", "x1/2?3y", "x/,/y", "x%2Fy"}, []string{"x\"y", "x%y", "x y"}},
		{"x{#a}", []string{"x", "x#", "x#a/b"}, []string{"xa", "x#a#b c", "#a"}},
		{"x{.a,b}", []string{"x", "x.", "x.1", "x.1.2", "x.1.2.3"}, []string{"x1", "x/1", "x.1/2"}},
		{"x{/a,b}", []string{"x", "x/", "x/1", "x/1/2"}, []string{"x1", "x/1/2/3", "x/1?2"}},
		{"x{/a*}", []string{"x", "x/1/2/3/4"}, []string{"x1", "x/1?2"}},
		{"x{;a,b}", []string{"x", "x;a", "x;a=1", "x;a=1;b=2", "x;b"}, []string{"x;c", "x;a=1;c=2", "xa=1"}},
		{"x{;a*}", []string{"x;a=1;a=2", "x;other=1"}, []string{"x;", "xa"}},
		{"x{?a,b}", []string{"x", "x?a=1", "x?a=1&b=2", "x?b=2&a=", "x?a"}, []string{"x&a=1", "x?c=1", "x?a=1?b=2"}},
		{"x{&a}", []string{"x", "x&a=1", "x&a="}, []string{"x?a=1", "x&b=1", "x&a=1&a=2"}},
		{"x{?a.b}", []string{"x?a.b=1"}, []string{"x?aXb=1"}},
	} {
		parsed, err := uritemplate.Parse(tt.template)
		if err != nil {
			t.Errorf("%s: got error %v, want none", tt.template, err)
			continue
		}
		for want, uris := range map[bool][]string{true: tt.good, false: tt.bad} {
			for _, uri := range uris {
				if got := parsed.Match(uri); got != want {
					t.Errorf("%s and %q: got match %t, want %t", tt.template, uri, got, want)
				}
			}
		}
	}
}

// TestConcurrentUse expands and matches one template on several goroutines.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	parsed, err := uritemplate.Parse("a:{x}{/y*}{?z}")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 1))
			for range 200 {
				n := random.IntN(1000)
				want := fmt.Sprintf("a:%d/%d?z=%d", n, n+1, n+2)
				got := parsed.Expand(map[string]string{"x": fmt.Sprint(n), "y": fmt.Sprint(n + 1), "z": fmt.Sprint(n + 2)})
				if got != want || !parsed.Match(got) {
					t.Errorf("got %q, matching %t, want %q", got, parsed.Match(got), want)
				}
			}
		})
	}
	all.Wait()
}
