package mcpbridge

import "fmt"

// URIError says why a text is no URI by RFC 3986. Its text is fit for callers.
type URIError struct{ problem string }

// Error completes "the URI ...".
func (e *URIError) Error() string { return e.problem }

// checkURI checks that uri has a scheme, and only characters that a URI may have.
// The rest of the grammar is for the URI's own server to judge.
func checkURI(uri string) error {
	scheme := 0
	for scheme < len(uri) && isSchemeByte(uri[scheme], scheme > 0) {
		scheme++
	}
	if scheme == 0 || scheme == len(uri) || uri[scheme] != ':' {
		return &URIError{"does not begin with a scheme, such as file:"}
	}
	for i, r := range uri {
		switch {
		case r == '{' || r == '}':
			return &URIError{fmt.Sprintf("has a %q: if it is a template, ask for it as uri_template", r)}
		case r == '%' && (len(uri) < i+3 || !isHex(uri[i+1]) || !isHex(uri[i+2])):
			return &URIError{"has a % without two hexadecimal digits"}
		case r >= 0x7f:
			return &URIError{fmt.Sprintf("has the character %q, which has to be percent-encoded as UTF-8", r)}
		case r <= ' ' || r == '"' || r == '<' || r == '>' || r == '\\' || r == '^' || r == '`' || r == '|':
			return &URIError{fmt.Sprintf("has the character %q, which no URI has", r)}
		}
	}
	return nil
}

// isSchemeByte: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ).
func isSchemeByte(c byte, further bool) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	return letter || further && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.')
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
