package cli

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// Tool returns the tool as this package implements it: with the same properties, but
// only success and precision are in every response.
func Tool(d tools.Definition) *mcp.Tool {
	tool := d.Native()
	tool.Description = d.CLIDescription
	tool.OutputSchema = edit(d.Output, func(root map[string]any) {
		removeRequired(root)
		root["required"] = []string{"success", "precision"}
	})
	tool.InputSchema = edit(d.Input, setDefaultLanguages)
	// A second run of the program may change the files that it has tagged.
	tool.Annotations.IdempotentHint = tool.Annotations.IdempotentHint && d.Name != "coderef_tag"
	return tool
}

// removeRequired removes every list of required properties.
func removeRequired(schema any) {
	switch schema := schema.(type) {
	case map[string]any:
		if _, list := schema["required"].([]any); list {
			delete(schema, "required")
		}
		for _, part := range schema {
			removeRequired(part)
		}
	case []any:
		for _, part := range schema {
			removeRequired(part)
		}
	}
}

// setDefaultLanguages sets the default of languages to that of the program.
func setDefaultLanguages(root map[string]any) {
	properties, _ := root["properties"].(map[string]any)
	if languages, ok := properties["languages"].(map[string]any); ok {
		languages["default"] = defaultLanguages()
		languages["description"] = "File extensions to read, without the dot. The coderef CLI determines which it supports"
	}
}

// edit returns a changed copy of an embedded schema.
func edit(schema json.RawMessage, change func(map[string]any)) json.RawMessage {
	var root map[string]any
	if err := json.Unmarshal(schema, &root); err != nil {
		panic(err) // the embedded schema is not JSON
	}
	change(root)
	text, err := json.Marshal(root)
	if err != nil {
		panic(err)
	}
	return text
}
