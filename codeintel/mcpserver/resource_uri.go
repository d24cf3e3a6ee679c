package mcpserver

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// maxURIBytes bounds what is parsed, and what an error repeats.
const maxURIBytes = 32 << 10

// parseURI takes a normalized resource URI apart.
func parseURI(uri string) (resourceuri.Address, error) {
	a, err := resourceuri.Parse(uri)
	var syntax *resourceuri.SyntaxError
	switch {
	case errors.Is(err, resourceuri.ErrForeign):
		return a, unknownResource()
	case errors.As(err, &syntax):
		return a, invalidInput(syntax.Hint, "%s", syntax.Message)
	}
	return a, err
}

// resourceArguments gives a tool the parameters of a URI. Tools tolerate arguments they
// do not know; a URI is a name, so here they are refused: mostly it is an & in a
// value that was not encoded.
func resourceArguments(a resourceuri.Address, known []string) (arguments, error) {
	args := arguments{"project_path": quoted(a.Path)}
	for name, values := range a.Parameters {
		switch {
		case !slices.Contains(known, name):
			hint := "percent-encode & in values as %26; " + a.Kind + " takes "
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
