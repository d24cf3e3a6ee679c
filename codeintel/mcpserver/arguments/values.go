package arguments

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// maxTextBytes bounds the strings that a tool error may repeat. No path is longer.
const maxTextBytes = 8 << 10

// Values are the arguments of a tool call by name. Unknown arguments are ignored. All
// errors of its methods are tool errors.
type Values map[string]json.RawMessage

// Decode decodes the arguments of a tool call, which may be absent or null.
func Decode(raw json.RawMessage) (Values, error) {
	args := Values{}
	if len(raw) == 0 || string(raw) == "null" {
		return args, nil
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, toolerror.Invalid("", "arguments must be a JSON object")
	}
	return args, nil
}

// Has reports whether an argument is given. null counts as not given.
func (a Values) Has(name string) bool {
	raw := string(a[name])
	return raw != "" && raw != "null"
}

// Without returns the arguments except one.
func (a Values) Without(name string) Values {
	rest := Values{}
	for key, value := range a {
		if key != name {
			rest[key] = value
		}
	}
	return rest
}

// Value decodes one argument into v, which is left unchanged if the argument is not
// given. want names the type for the error message, such as "a string".
func (a Values) Value(name, want string, v any) error {
	if !a.Has(name) {
		return nil
	}
	if err := json.Unmarshal(a[name], v); err != nil {
		return toolerror.Invalid("", "%s must be %s", name, want)
	}
	return nil
}

// Text returns a string, empty if it is not given.
func (a Values) Text(name string) (string, error) {
	var s string
	err := a.Value(name, "a string", &s)
	return s, err
}

// RequiredText returns a string that [CheckText] accepts.
func (a Values) RequiredText(name, hint string) (string, error) {
	s, err := a.Text(name)
	if err != nil {
		return "", err
	}
	return s, CheckText(name, s, hint)
}

// CheckText rejects an empty string, one that a command line would parse as an option,
// one that is too long, and one with a NUL character.
func CheckText(name, s, hint string) error {
	switch {
	case strings.TrimSpace(s) == "":
		return toolerror.Invalid(hint, "%s is required", name)
	case strings.HasPrefix(s, "-"):
		return toolerror.Invalid(hint, "%s must not start with '-'", name)
	case len(s) > maxTextBytes:
		return toolerror.Invalid(hint, "%s is longer than %d bytes", name, maxTextBytes)
	case strings.ContainsRune(s, 0):
		return toolerror.Invalid(hint, "%s contains a NUL character", name)
	}
	return nil
}

// OneOf returns one of the given words; the first is the default. The empty word means
// "not given" and is not listed in the hint.
func (a Values) OneOf(name string, words ...string) (string, error) {
	word := words[0]
	if err := a.Value(name, "a string", &word); err != nil {
		return "", err
	}
	if !slices.Contains(words, word) {
		known := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "" })
		return "", toolerror.Invalid(name+" is one of "+strings.Join(known, ", "), "unknown %s %q", name, word)
	}
	return word, nil
}

// Flag decodes a boolean into v, which is left unchanged if it is not given.
func (a Values) Flag(name string, v *bool) error { return a.Value(name, "a boolean", v) }

// Integer returns an integer from min to max, both included.
func (a Values) Integer(name string, fallback, min, max int) (int, error) {
	// JSON Schema accepts 10.0 and 1e1 as integers.
	n := float64(fallback)
	if err := a.Value(name, "an integer", &n); err != nil {
		return 0, err
	}
	switch {
	case n != math.Trunc(n):
		return 0, toolerror.Invalid("", "%s must be an integer", name)
	case n < float64(min) || n > float64(max):
		return 0, toolerror.Invalid("", "%s must be between %d and %d, not %.0f", name, min, max, n)
	}
	return int(n), nil
}

// List splits a comma-separated list and drops empty items.
func List(s string) (items []string) {
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
