package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/arguments"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/tools"
	"github.com/coderef-system/coderefd/codeintel/source"
)

// toolHandler adapts a tool to the SDK.
func toolHandler(runner *call.Runner, roots source.Roots, tool tools.Handler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var response any
		err := runner.Run(ctx, req.Params.Name, func(ctx context.Context) error {
			args, err := arguments.Decode(req.Params.Arguments)
			if err == nil {
				err = args.CheckRoots(roots)
			}
			if err != nil {
				return err
			}
			response, err = tool(ctx, args, call.Progress(ctx, req.Session, req.Params.GetProgressToken()))
			return args.OrDeleted(err)
		})
		return newResult(response, err)
	}
}

// newResult returns the result of a tool call: the response, or err as a tool error. A
// cancelled call is a protocol error instead; the session sends or drops it, as the
// revision of the protocol requires.
func newResult(response any, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		if cancelled := call.Cancelled(err, "call"); cancelled != nil {
			return nil, cancelled
		}
		return errorResult(toolerror.From(err))
	}
	text, err := tools.Encode(response)
	if err != nil {
		return nil, fmt.Errorf("encode result: %w", err)
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
		StructuredContent: json.RawMessage(text),
	}, nil
}

func errorResult(e *toolerror.Error) (*mcp.CallToolResult, error) {
	text, err := json.Marshal(struct {
		Success bool             `json:"success"`
		Error   *toolerror.Error `json:"error"`
	}{Error: e})
	if err != nil {
		return nil, fmt.Errorf("encode tool error: %w", err)
	}
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}, nil
}
