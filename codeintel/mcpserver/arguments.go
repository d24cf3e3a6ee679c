package mcpserver

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	defaultLimit = 1000
	maxLimit     = 10000
	// maxTextBytes bounds the texts that a tool error may repeat; no path is longer.
	maxTextBytes = 8 << 10
)

// arguments are the arguments of a tool call. They are read one by one, so that the
// error about a wrong type names the argument. Unknown arguments are ignored.
type arguments map[string]json.RawMessage

func readArguments(req *mcp.CallToolRequest) (arguments, error) {
	args := arguments{}
	raw := req.Params.Arguments
	if len(raw) == 0 || string(raw) == "null" {
		return args, nil
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, invalidInput("", "arguments must be a JSON object")
	}
	return args, nil
}

// value decodes one argument into v, which keeps its value when the argument is
// not given. null counts as not given.
func (a arguments) value(name, want string, v any) error {
	raw, ok := a[name]
	if !ok || string(raw) == "null" {
		return nil
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return invalidInput("", "%s must be %s", name, want)
	}
	return nil
}

func (a arguments) text(name string) (string, error) {
	var s string
	err := a.value(name, "a string", &s)
	return s, err
}

// requiredText refuses missing and empty strings, and those that a command
// line would take for an option.
func (a arguments) requiredText(name, hint string) (string, error) {
	s, err := a.text(name)
	if err != nil {
		return "", err
	}
	return s, checkText(name, s, hint)
}

func checkText(name, s, hint string) error {
	switch {
	case strings.TrimSpace(s) == "":
		return invalidInput(hint, "%s is required", name)
	case strings.HasPrefix(s, "-"):
		return invalidInput(hint, "%s must not start with '-'", name)
	case len(s) > maxTextBytes:
		return invalidInput(hint, "%s is longer than %d bytes", name, maxTextBytes)
	case strings.ContainsRune(s, 0):
		return invalidInput(hint, "%s contains a NUL character", name)
	}
	return nil
}

func (a arguments) integer(name string, fallback, min, max int) (int, error) {
	// JSON Schema takes 10.0 and 1e1 for integers, and so do we.
	n := float64(fallback)
	if err := a.value(name, "an integer", &n); err != nil {
		return 0, err
	}
	switch {
	case n != math.Trunc(n):
		return 0, invalidInput("", "%s must be an integer", name)
	case n < float64(min) || n > float64(max):
		return 0, invalidInput("", "%s must be between %d and %d, not %.0f", name, min, max, n)
	}
	return int(n), nil
}

// projectRoot reads project_path. Links are resolved, so that one project has
// one root whatever it is called by.
func (a arguments) projectRoot() (string, error) {
	const hint = "give the absolute path of the project's root folder"
	p, err := a.requiredText("project_path", hint)
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(p) {
		return "", invalidInput(hint, "project_path must be absolute, not %q", p)
	}
	root, err := filepath.EvalSymlinks(filepath.Clean(p))
	if err != nil {
		return "", &toolError{Code: codeProjectNotFound, Message: "project_path does not exist: " + p, Hint: hint}
	}
	info, err := os.Stat(root)
	if err != nil || !info.IsDir() {
		return "", &toolError{Code: codeProjectNotFound, Message: "project_path is not a directory: " + p, Hint: hint}
	}
	return root, nil
}
