package toolargs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Assignment is one --arg: name=value, whose value is parsed according to the tool's Schema, or name:=json,
// whose value is JSON.
type Assignment struct {
	Name  string
	value string
	raw   bool
}

// ParseAssignment splits at the first = or :=.
func ParseAssignment(s string) (Assignment, error) {
	left, value, ok := strings.Cut(s, "=")
	if !ok {
		return Assignment{}, fmt.Errorf("--arg %q: must be name=value or name:=json", s)
	}
	name, raw := strings.CutSuffix(left, ":")
	switch {
	case name == "":
		return Assignment{}, fmt.Errorf("--arg %q: the name is empty", s)
	case !utf8.ValidString(s):
		return Assignment{}, fmt.Errorf("--arg %q: is not valid UTF-8", s)
	}
	return Assignment{Name: name, value: value, raw: raw}, nil
}

// Unknown returns the names of arguments that the tool probably ignores, without duplicates. A schema that
// may describe further arguments has none.
func (s Schema) Unknown(assignments []Assignment) []string {
	var unknown []string
	for _, a := range assignments {
		if s.closed && !slices.Contains(s.Names, a.Name) && !slices.Contains(unknown, a.Name) {
			unknown = append(unknown, a.Name)
		}
	}
	return unknown
}

// Build adds the assignments to a base object, which may be empty, and returns one JSON object.
// Repeated assignments form an array if the schema has one, and are an error otherwise. Numbers are never
// converted to floats: the tool receives them as written.
func Build(base json.RawMessage, assignments []Assignment, s Schema) (json.RawMessage, error) {
	names, values, err := splitObject(base)
	if err != nil {
		return nil, err
	}
	grouped := map[string][]Assignment{}
	for _, a := range assignments {
		if len(grouped[a.Name]) == 0 && !slices.Contains(names, a.Name) {
			names = append(names, a.Name)
		}
		grouped[a.Name] = append(grouped[a.Name], a)
	}
	for name, group := range grouped {
		if values[name], err = s.value(name, group); err != nil {
			return nil, err
		}
	}
	return joinObject(names, values), nil
}

// value returns the JSON value of one argument.
func (s Schema) value(name string, group []Assignment) (json.RawMessage, error) {
	p := s.properties[name]
	isArray, first := p.kind() == "array", group[0]
	switch {
	case len(group) > 1 && !isArray:
		return nil, fmt.Errorf("--arg %s: is set %d times, but is not an array", name, len(group))
	case len(group) > 1, isArray && !first.raw && !first.wholeArray():
		return p.array(name, group)
	case first.raw:
		return rawJSON(name, first.value)
	}
	return scalar(name, p.kind(), p.types, first.value)
}

// wholeArray reports whether a value is a JSON array.
func (a Assignment) wholeArray() bool { return strings.HasPrefix(strings.TrimSpace(a.value), "[") }

// array converts several assignments, or one with commas, to an array.
func (p property) array(name string, group []Assignment) (json.RawMessage, error) {
	var items []json.RawMessage
	for _, a := range group {
		parts := []string{a.value}
		switch {
		case a.raw:
			item, err := rawJSON(name, a.value)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
			continue
		case a.value == "" && len(group) == 1:
			parts = nil // name= is the empty array
		case len(group) == 1:
			parts = strings.Split(a.value, ",")
		}
		for _, part := range parts {
			item, err := scalar(name, firstKind(p.items), p.items, part)
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
	}
	return append(append([]byte("["), bytes.Join(toBytes(items), []byte(","))...), ']'), nil
}

// kind returns the type as which a value is parsed: the first type that is not null. It returns string if no
// type is known, or if string is one of the types.
func (p property) kind() string { return firstKind(p.types) }

func firstKind(types []string) string {
	if slices.Contains(types, "string") {
		return "string"
	}
	for _, t := range types {
		if t != "null" {
			return t
		}
	}
	return "string"
}

// scalar parses one value of a type.
func scalar(name, kind string, types []string, value string) (json.RawMessage, error) {
	if value == "null" && slices.Contains(types, "null") {
		return json.RawMessage("null"), nil
	}
	switch kind {
	case "integer":
		if !isInteger(value) {
			return nil, fmt.Errorf("--arg %s: must be a whole number, not %q", name, value)
		}
	case "number":
		if !isNumber(value) {
			return nil, fmt.Errorf("--arg %s: must be a number, not %q", name, value)
		}
	case "boolean":
		if value != "true" && value != "false" {
			return nil, fmt.Errorf("--arg %s: must be true or false, not %q", name, value)
		}
	case "object", "array":
		return rawJSON(name, value)
	default:
		return quote(value), nil
	}
	return json.RawMessage(value), nil
}

func isInteger(s string) bool { return regexp.MustCompile(`^-?(0|[1-9][0-9]*)$`).MatchString(s) }

func isNumber(s string) bool {
	return regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`).MatchString(s)
}

func rawJSON(name, value string) (json.RawMessage, error) {
	if !json.Valid([]byte(value)) {
		return nil, fmt.Errorf("--arg %s: must be JSON, not %q", name, value)
	}
	return json.RawMessage(strings.TrimSpace(value)), nil
}

// quote returns a JSON string without the escapes for HTML.
func quote(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // encoding a string cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// CheckObject returns an error unless text is empty or a JSON object without duplicate keys.
func CheckObject(text json.RawMessage) error {
	_, _, err := splitObject(text)
	return err
}

// splitObject splits a JSON object into its members.
func splitObject(base json.RawMessage) ([]string, map[string]json.RawMessage, error) {
	values := map[string]json.RawMessage{}
	if len(bytes.TrimSpace(base)) == 0 {
		return nil, values, nil
	}
	var wrong *json.UnmarshalTypeError
	switch err := json.Unmarshal(base, &values); {
	case errors.As(err, &wrong), err == nil && values == nil:
		return nil, nil, fmt.Errorf("--args: must be a JSON object")
	case err != nil:
		return nil, nil, fmt.Errorf("--args: must be a JSON object: %w", err)
	}
	var names []string
	for name := range members(base) {
		if slices.Contains(names, name) {
			return nil, nil, fmt.Errorf("--args: duplicate key %q", name)
		}
		names = append(names, name)
	}
	return names, values, nil
}

// joinObject combines members to a JSON object on one line.
func joinObject(names []string, values map[string]json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(quote(name))
		b.WriteByte(':')
		b.Write(values[name])
	}
	b.WriteByte('}')
	return b.Bytes()
}

func toBytes(list []json.RawMessage) [][]byte {
	out := make([][]byte, len(list))
	for i, item := range list {
		out[i] = item
	}
	return out
}
