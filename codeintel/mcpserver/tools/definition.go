// Package tools describes the tools of coderef-mcp to clients, one file per tool: name,
// description, annotations, JSON schemas, and the request that is read from the
// arguments. Both engines implement these tools.
package tools

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
)

// Handler runs a tool call and returns the response, which [Encode] can encode. Its errors
// are tool errors or errors that toolerror.From converts.
type Handler func(context.Context, arguments.Values, index.Progress) (any, error)

// Definition describes a tool.
type Definition struct {
	Name           string
	Description    string // with the native engine
	CLIDescription string // with an installed coderef CLI
	Input, Output  json.RawMessage
	Annotations    mcp.ToolAnnotations
}

// Native returns the tool as the native engine implements it.
func (d Definition) Native() *mcp.Tool {
	return &mcp.Tool{
		Name: d.Name, Description: d.Description, InputSchema: d.Input, OutputSchema: d.Output, Annotations: &d.Annotations,
	}
}

// readOnly returns the annotations of a tool that changes nothing.
func readOnly(title string) mcp.ToolAnnotations {
	a := writing(title)
	a.ReadOnlyHint = true
	return a
}

// writing returns the annotations of a tool that writes files. It destroys nothing, and a
// second call with the same arguments changes nothing.
func writing(title string) mcp.ToolAnnotations {
	no := false
	return mcp.ToolAnnotations{Title: title, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no}
}
