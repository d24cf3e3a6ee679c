package mcpserver

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	scheme = "coderef"
	// maxURIBytes bounds what is parsed, and what an error repeats.
	maxURIBytes = 32 << 10
)

// address is a resource URI taken apart:
//
//	coderef://<kind><project_path>?<parameters>
//
// Everything in it is decoded.
type address struct {
	kind       string
	path       string // of the project; empty or absolute
	parameters url.Values
}

// normalizeURI percent-encodes what no URI may hold: spaces, letters beyond
// ASCII, a % that encodes nothing. That leaves one reading only, and it is what
// people write who do not encode. Valid URIs stay as they are.
func normalizeURI(uri string) string {
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

// parseURI takes a normalized resource URI apart. In the query, + is a plus:
// templates expand a space to %20 (RFC 6570), and paths do hold a plus.
func parseURI(uri string) (address, error) {
	if strings.Contains(uri, "#") {
		return address{}, invalidInput("write # as %23", "the URI has an unencoded #, which would begin a fragment")
	}
	u, err := url.Parse(uri)
	if err != nil {
		return address{}, invalidInput("percent-encode the project's path and the parameters", "not a URI: %v", err)
	}
	if u.Scheme != scheme || u.User != nil || u.Opaque != "" {
		return address{}, unknownResource()
	}
	a := address{kind: u.Host, path: u.Path}
	if !utf8.ValidString(a.path) {
		return address{}, invalidInput("", "the project's path is not UTF-8")
	}
	a.parameters, err = parseQuery(u.RawQuery)
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
			return nil, invalidInput("", "parameter %q is not UTF-8", name)
		}
		values.Add(name, value)
	}
	return values, nil
}

// arguments gives a tool the parameters of a URI. Tools tolerate arguments they
// do not know; a URI is a name, so here they are refused: mostly it is an & in a
// value that was not encoded.
func (a address) arguments(known []string) (arguments, error) {
	args := arguments{"project_path": quoted(a.path)}
	for name, values := range a.parameters {
		switch {
		case !slices.Contains(known, name):
			hint := "percent-encode & in values as %26; " + a.kind + " takes "
			if len(known) == 0 {
				return nil, invalidInput(hint+"no parameters", "unknown parameter %q", name)
			}
			return nil, invalidInput(hint+strings.Join(known, ", "), "unknown parameter %q", name)
		case name == "languages":
			if list := splitList(values); len(list) > 0 {
				args[name] = quoted(list)
			}
		case len(values) > 1:
			return nil, invalidInput("", "parameter %q is given %d times", name, len(values))
		case values[0] == "": // a form that was left empty
		default:
			args[name] = scalar(name, values[0])
		}
	}
	return args, nil
}

// splitList reads both ways a template can expand a list: a,b and a&b.
func splitList(values []string) []string {
	var list []string
	for _, v := range values {
		for word := range strings.SplitSeq(v, ",") {
			if word != "" {
				list = append(list, word)
			}
		}
	}
	return list
}

// scalar writes a parameter as the JSON that a tool expects. What should be a
// number and is none stays a string, for the tool to refuse.
func scalar(name, value string) json.RawMessage {
	if name == "limit" || name == "max_depth" {
		if n, err := strconv.Atoi(value); err == nil {
			return quoted(n)
		}
	}
	return quoted(value)
}

func quoted(v any) json.RawMessage {
	text, _ := json.Marshal(v) // strings, numbers and lists of strings cannot fail
	return text
}

// resourceURI returns the URI of a resource, with a target unless it is empty.
func resourceURI(kind, root, target string) string {
	u := url.URL{Scheme: scheme, Host: kind, Path: root}
	if target != "" {
		u.RawQuery = "target=" + strings.ReplaceAll(url.QueryEscape(target), "+", "%20")
	}
	return u.String()
}
