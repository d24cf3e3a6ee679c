// Package resourceuri formats and parses the URIs of resources:
//
//	coderef://<kind><project path>?<parameters>
//
// Parsing accepts invalid encodings that have a single meaning.
package resourceuri

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Scheme is the scheme of all resource URIs.
const Scheme = "coderef"

// ErrForeign means that a URI is valid but is not a resource URI.
var ErrForeign = errors.New("not a URI of this server")

// SyntaxError reports an invalid URI. Hint states the remedy and may be empty.
type SyntaxError struct {
	Message, Hint string
}

func (e *SyntaxError) Error() string { return e.Message }

// Address is a parsed resource URI. Its parts are decoded and valid UTF-8.
type Address struct {
	Kind       string
	Path       string // path of the project; empty or absolute
	Parameters url.Values
}

// Normalize percent-encodes the bytes that a URI must not contain: spaces, characters
// outside ASCII, and a % that does not begin an escape. People write such URIs, and their
// meaning is unambiguous. Normalize returns a valid URI unchanged.
func Normalize(uri string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(uri))
	for i := range len(uri) {
		switch c := uri[i]; {
		case isURIByte(c), c == '%' && i+2 < len(uri) && isHex(uri[i+1]) && isHex(uri[i+2]):
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}

// isURIByte reports whether c is a reserved or unreserved character of RFC 3986.
func isURIByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-._~:/?#[]@!$&'()*+,;=", c) >= 0
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// Parse parses a normalized resource URI. In the query, + is a plus and not a space:
// templates expand a space to %20 (RFC 6570), and paths can contain a plus.
func Parse(uri string) (Address, error) {
	if strings.Contains(uri, "#") {
		return Address{}, &SyntaxError{"the URI has an unencoded #, which begins a fragment", "write # as %23"}
	}
	u, err := url.Parse(uri)
	if err != nil {
		return Address{}, &SyntaxError{
			fmt.Sprintf("not a URI: %v", err), "percent-encode the project's path and the parameters",
		}
	}
	if u.Scheme != Scheme || u.User != nil || u.Opaque != "" {
		return Address{}, ErrForeign
	}
	a := Address{Kind: u.Host, Path: u.Path}
	if !utf8.ValidString(a.Path) {
		return Address{}, &SyntaxError{Message: "the project's path is not UTF-8"}
	}
	a.Parameters, err = parseQuery(u.RawQuery)
	return a, err
}

func parseQuery(query string) (url.Values, error) {
	values := url.Values{}
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.PathUnescape(name)
		if err != nil {
			return nil, fmt.Errorf("decode name of parameter: %w", err) // impossible: the URI is normalized
		}
		if value, err = url.PathUnescape(value); err != nil {
			return nil, fmt.Errorf("decode parameter %s: %w", name, err)
		}
		if !utf8.ValidString(name) || !utf8.ValidString(value) {
			return nil, &SyntaxError{Message: fmt.Sprintf("parameter %q is not UTF-8", name)}
		}
		values.Add(name, value)
	}
	return values, nil
}

// Format returns the URI of a resource. An empty target is omitted.
func Format(kind, root, target string) string {
	u := url.URL{Scheme: Scheme, Host: kind, Path: root}
	if target != "" {
		u.RawQuery = "target=" + strings.ReplaceAll(url.QueryEscape(target), "+", "%20")
	}
	return u.String()
}
