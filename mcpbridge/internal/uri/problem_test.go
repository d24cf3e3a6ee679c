package uri_test

import (
	"testing"

	"github.com/coderef-system/coderefd/mcpbridge/internal/uri"
)

// TestProblem checks the phrase for each kind of text, which describes its
// first problem.
func TestProblem(t *testing.T) {
	t.Parallel()
	const (
		noScheme = "does not begin with a scheme, such as file:"
		percent  = "contains a % without two hexadecimal digits"
	)
	for _, tt := range []struct{ name, text, want string }{
		{"file", "file:///a%20b/c.txt", ""},
		{"authority, query and fragment", "https://user@example.com:8080/a;b=c?d=[e]&f#g/h", ""},
		{"scheme only", "a:", ""},
		{"every byte of a scheme", "aZ09+-.:x", ""},
		{"reserved and unreserved characters", "a::/?#[]@!$&'()*+,;=-._~", ""},
		{"lower case digits of an octet", "a:%c3%A4", ""},

		{"empty", "", noScheme},
		{"no colon", "file", noScheme},
		{"colon first", ":a", noScheme},
		{"digit first", "1a:b", noScheme},
		{"sign first", "+a:b", noScheme},
		{"path before the colon", "a/b:c", noScheme},
		{"space before the colon", "a b:c", noScheme},
		{"underscore in the scheme", "a_b:c", noScheme},
		{"scheme that is not ASCII", "ä:b", noScheme},
		{"template in the scheme", "{scheme}:b", noScheme},

		{"percent at the end", "a:%", percent},
		{"one digit at the end", "a:%4", percent},
		{"first digit wrong", "a:%g0", percent},
		{"second digit wrong", "a:%0g", percent},
		{"percent twice", "a:%%20", percent},

		{"variable", "a:{x}", "contains '{': if it is a template, send it as uri_template"},
		{"closing brace", "a:x}", "contains '}': if it is a template, send it as uri_template"},
		{"brace before a space", "a:{ ", "contains '{': if it is a template, send it as uri_template"},
		{"space before a brace", "a: {", "contains the character ' ', which is not allowed in a URI"},

		{"line feed", "a:\nb", `contains the character '\n', which is not allowed in a URI`},
		{"NUL", "a:\x00", `contains the character '\x00', which is not allowed in a URI`},
		{"quote", `a:"b"`, `contains the character '"', which is not allowed in a URI`},
		{"angle", "<a:b>", noScheme},
		{"closing angle", "a:b>", "contains the character '>', which is not allowed in a URI"},
		{"backslash", `a:\b`, `contains the character '\\', which is not allowed in a URI`},
		{"caret", "a:^", "contains the character '^', which is not allowed in a URI"},
		{"back quote", "a:`", "contains the character '`', which is not allowed in a URI"},
		{"bar", "a:|", "contains the character '|', which is not allowed in a URI"},

		{"DEL", "a:\x7f", `contains the character '\x7f', which must be percent-encoded as UTF-8`},
		{"letter that is not ASCII", "a:é", "contains the character 'é', which must be percent-encoded as UTF-8"},
		{"invalid UTF-8", "a:\xff", "contains the character '\ufffd', which must be percent-encoded as UTF-8"},
	} {
		if got := uri.Problem(tt.text); got != tt.want {
			t.Errorf("%s, %q: got %q, want %q", tt.name, tt.text, got, tt.want)
		}
	}
}
