// Package resourceuri writes and reads the URIs of resources:
//
//	coderef://<kind><project path>?<parameters>
//
// Reading is tolerant where what is written has one meaning only.
package resourceuri

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Scheme is that of all resources.
const Scheme = "coderef"

// ErrForeign says that a URI is sound, but none of ours.
var ErrForeign = errors.New("not a URI of this server")

// SyntaxError says what is wrong with a URI, and what to do about it.
type SyntaxError struct {
	Message, Hint string
}

func (e *SyntaxError) Error() string { return e.Message }

// Address is a resource URI taken apart. Everything in it is decoded, and UTF-8.
type Address struct {
	Kind       string
	Path       string // of the project; empty or absolute
	Parameters url.Values
}

// Normalize percent-encodes what no URI may hold: spaces, letters beyond
// ASCII, a % that encodes nothing. That leaves one reading only, and it is what
// people write who do not encode. Valid URIs stay as they are.
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

// isURIByte reports the reserved and unreserved characters of RFC 3986.
func isURIByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-._~:/?#[]@!$&'()*+,;=", c) >= 0
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// Parse takes a normalized resource URI apart. In the query, + is a plus:
// templates expand a space to %20 (RFC 6570), and paths do hold a plus.
func Parse(uri string) (Address, error) {
	if strings.Contains(uri, "#") {
		return Address{}, &SyntaxError{"the URI has an unencoded #, which would begin a fragment", "write # as %23"}
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
			return nil, fmt.Errorf("decode name of parameter: %w", err) // cannot be: the URI is normalized
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

// Format returns the URI of a resource, with a target unless it is empty.
func Format(kind, root, target string) string {
	u := url.URL{Scheme: Scheme, Host: kind, Path: root}
	if target != "" {
		u.RawQuery = "target=" + strings.ReplaceAll(url.QueryEscape(target), "+", "%20")
	}
	return u.String()
}
