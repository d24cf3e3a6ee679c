// Package resources serves projects as MCP resources: the known projects, and for each
// project a summary, its elements, the relations of an element, and an element with its
// source. Resources need the native engine.
//
// A failed read is a JSON-RPC error. Its data is the object that a tool error has.
package resources

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/native"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/projects"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
)

// Resources serves the resources. It is safe for concurrent use.
type Resources struct {
	runner   *call.Runner
	projects *projects.Projects
	tools    *native.Tools
	kinds    map[string]kind
}

// The kinds of resources. The kind is the host of the URI.
const (
	projectsKind  = "projects"
	summaryKind   = "summary"
	elementsKind  = "elements"
	elementKind   = "element"
	sourceKind    = "source"
	relationsKind = "relations"
)

const jsonType = "application/json"

// kind describes the resources of one kind, which every project has.
type kind struct {
	title, description string
	mimeType           string   // empty if it depends on the resource
	priority           float64  // from 0 to 1
	parameters         []string // of the query, in the order of the template
	read               reader
}

// reader returns the contents of a resource.
type reader func(context.Context, arguments.Values, index.Progress) ([]*mcp.ResourceContents, error)

// asJSON returns a reader of the response of a tool.
func asJSON(tool tools.Handler) reader {
	return func(ctx context.Context, args arguments.Values, progress index.Progress) ([]*mcp.ResourceContents, error) {
		response, err := tool(ctx, args, progress)
		if err != nil {
			return nil, err
		}
		return jsonContents(response)
	}
}

func jsonContents(v any) ([]*mcp.ResourceContents, error) {
	text, err := tools.Encode(v)
	if err != nil {
		return nil, fmt.Errorf("encode resource: %w", err)
	}
	return []*mcp.ResourceContents{{MIMEType: jsonType, Text: string(text)}}, nil
}
