package resources

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// maxURIBytes bounds the URIs that are parsed and that an error repeats.
const maxURIBytes = 32 << 10

// parseURI parses a normalized resource URI.
func parseURI(uri string) (resourceuri.Address, error) {
	a, err := resourceuri.Parse(uri)
	var syntax *resourceuri.SyntaxError
	switch {
	case errors.Is(err, resourceuri.ErrForeign):
		return a, unknownResource()
	case errors.As(err, &syntax):
		return a, toolerror.Invalid(syntax.Hint, "%s", syntax.Message)
	}
	return a, err
}

// readArguments converts the parameters of a URI to the arguments of a tool. Tools ignore
// unknown arguments, but an unknown parameter is an error: usually it is the rest of a
// value with an unencoded &.
func readArguments(a resourceuri.Address, known []string) (arguments.Values, error) {
	args := arguments.Values{"project_path": encoded(a.Path)}
	for name, values := range a.Parameters {
		switch {
		case !slices.Contains(known, name):
			hint := "percent-encode & in values as %26; " + a.Kind + " takes "
			if len(known) == 0 {
				return nil, toolerror.Invalid(hint+"no parameters", "unknown parameter %q", name)
			}
			return nil, toolerror.Invalid(hint+strings.Join(known, ", "), "unknown parameter %q", name)
		case name == "languages":
			if list := splitList(values); len(list) > 0 {
				args[name] = encoded(list)
			}
		case len(values) > 1:
			return nil, toolerror.Invalid("", "parameter %q is given %d times", name, len(values))
		case values[0] == "": // not given
		default:
			args[name] = scalar(name, values[0])
		}
	}
	return args, nil
}

// splitList reads both expansions of a list in a template: x=a,b and x=a&x=b.
func splitList(values []string) []string {
	var list []string
	for _, v := range values {
		list = append(list, arguments.List(v)...)
	}
	return list
}

// scalar returns a parameter as the JSON that a tool expects. An invalid number remains a
// string, which the tool rejects.
func scalar(name, value string) json.RawMessage {
	if name == "limit" || name == "max_depth" {
		if n, err := strconv.Atoi(value); err == nil {
			return encoded(n)
		}
	}
	return encoded(value)
}

func encoded(v any) json.RawMessage {
	text, _ := json.Marshal(v) // strings, numbers and lists of strings have an encoding
	return text
}
