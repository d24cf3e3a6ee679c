// Package uri checks the syntax of URIs (RFC 3986).
package uri

import "fmt"

// Problem returns why text is not an absolute URI, as a phrase that follows "the URI", or
// "" if it has a scheme and only characters that a URI may have. The server that owns the
// URI checks the rest of the grammar.
func Problem(text string) string {
	scheme := 0
	for scheme < len(text) && isSchemeByte(text[scheme], scheme > 0) {
		scheme++
	}
	if scheme == 0 || scheme == len(text) || text[scheme] != ':' {
		return "does not begin with a scheme, such as file:"
	}
	for i, r := range text {
		switch {
		case r == '{' || r == '}':
			return fmt.Sprintf("contains %q: if it is a template, send it as uri_template", r)
		case r == '%' && (len(text) < i+3 || !isHex(text[i+1]) || !isHex(text[i+2])):
			return "contains a % without two hexadecimal digits"
		case r >= 0x7f:
			return fmt.Sprintf("contains the character %q, which must be percent-encoded as UTF-8", r)
		case r <= ' ' || r == '"' || r == '<' || r == '>' || r == '\\' || r == '^' || r == '`' || r == '|':
			return fmt.Sprintf("contains the character %q, which is not allowed in a URI", r)
		}
	}
	return ""
}

// isSchemeByte: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ).
func isSchemeByte(c byte, further bool) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	return letter || further && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.')
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
