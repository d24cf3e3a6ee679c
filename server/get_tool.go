package server

import (
	"context"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
)

// GetTool returns one tool with its exact definition.
func (s *toolService) GetTool(ctx context.Context, req *toolv1.GetToolRequest) (*toolv1.GetToolResponse, error) {
	tool, err := s.calls.Find(ctx, req.GetServer(), req.GetName())
	if err != nil {
		return nil, err
	}
	message := s.toolMessage(tool)
	message.DefinitionJson = tool.Definition
	resp := &toolv1.GetToolResponse{Tool: message}
	// Repeatable, because no tool runs.
	lookup := toolcall.Call{Call: mcpbridge.Call{Server: tool.Server, Tool: tool.Name}, Repeatable: true}
	if err := s.calls.CheckSize(resp, lookup, "the server's definition of the tool must be smaller"); err != nil {
		return nil, err
	}
	return resp, nil
}
