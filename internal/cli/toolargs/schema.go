package toolargs

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/coderef-system/coderefd/internal/cli/output"
)

// Schema is the part of a tool's input schema that the command line uses.
type Schema struct {
	// Text is the original schema. It is empty if the tool has none.
	Text json.RawMessage
	// Names are the names of the arguments in the order of the schema.
	Names      []string
	properties map[string]property
	required   []string
	// closed means that no argument outside of the properties is described.
	closed bool
}

// property is the schema of one argument.
type property struct {
	types       []string
	items       []string
	description string
	enum        []string
}

// ReadSchema reads the input schema of a tool's definition. It ignores parts that it does not support: the
// service checks the arguments, and the command line only needs to know how to format them.
func ReadSchema(definition []byte) Schema {
	var tool struct {
		InputSchema json.RawMessage `json:"inputSchema"`
	}
	var object struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
		Additional json.RawMessage `json:"additionalProperties"`
	}
	var keywords map[string]json.RawMessage
	_ = json.Unmarshal(definition, &tool)
	_ = json.Unmarshal(tool.InputSchema, &object)
	_ = json.Unmarshal(tool.InputSchema, &keywords)
	s := Schema{Text: tool.InputSchema, required: object.Required, properties: map[string]property{}}
	for name, raw := range members(object.Properties) {
		s.Names = append(s.Names, name)
		s.properties[name] = readProperty(raw)
	}
	additional := string(bytes.TrimSpace(object.Additional))
	s.closed = len(s.Names) > 0 && (additional == "" || additional == "false")
	for _, elsewhere := range openKeywords() {
		s.closed = s.closed && keywords[elsewhere] == nil
	}
	return s
}

// openKeywords may describe arguments outside of the properties.
func openKeywords() []string {
	return []string{
		"patternProperties", "unevaluatedProperties", "dependentSchemas", "dependencies",
		"allOf", "anyOf", "oneOf", "if", "$ref", "$dynamicRef",
	}
}

// members iterates over the members of a JSON object in their order. Other values have no members.
func members(object json.RawMessage) func(yield func(string, json.RawMessage) bool) {
	return func(yield func(string, json.RawMessage) bool) {
		dec := json.NewDecoder(bytes.NewReader(object))
		if start, err := dec.Token(); err != nil || start != json.Delim('{') {
			return
		}
		for dec.More() {
			key, err := dec.Token()
			name, ok := key.(string)
			var value json.RawMessage
			if err != nil || !ok || dec.Decode(&value) != nil || !yield(name, value) {
				return
			}
		}
	}
}

func readProperty(raw json.RawMessage) property {
	var p struct {
		Type        json.RawMessage                  `json:"type"`
		Items       struct{ Type json.RawMessage }   `json:"items"`
		Description string                           `json:"description"`
		Enum        []any                            `json:"enum"`
		AnyOf       []struct{ Type json.RawMessage } `json:"anyOf"`
	}
	_ = json.Unmarshal(raw, &p) // see ReadSchema
	out := property{types: typeNames(p.Type), items: typeNames(p.Items.Type), description: p.Description}
	for _, option := range p.AnyOf {
		out.types = append(out.types, typeNames(option.Type)...)
	}
	for _, value := range p.Enum {
		if s, ok := value.(string); ok {
			out.enum = append(out.enum, s)
		}
	}
	return out
}

// typeNames reads "string" or ["string", "null"].
func typeNames(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var several []string
	_ = json.Unmarshal(raw, &several) // any other form: the type is unknown
	return several
}

// Description returns the description of an argument, or "".
func (s Schema) Description(name string) string { return s.properties[name].description }

// Rows describes the arguments in table rows.
func (s Schema) Rows() [][]string {
	var rows [][]string
	for _, name := range s.Names {
		p := s.properties[name]
		kind := strings.Join(p.types, " or ")
		if len(p.items) > 0 {
			kind += " of " + strings.Join(p.items, " or ")
		}
		description := strings.Join(strings.Fields(output.Clean(p.description)), " ")
		if len(p.enum) > 0 {
			description = strings.TrimSuffix(description, ".")
			description = strings.TrimPrefix(description+"; ", "; ") + "one of " + output.Clean(strings.Join(p.enum, ", "))
		}
		required := output.YesNo(slices.Contains(s.required, name))
		rows = append(rows, []string{output.Clean(name), output.Dash(kind), required, description})
	}
	return rows
}
