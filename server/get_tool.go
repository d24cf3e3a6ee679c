package server

import (
	"context"

	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// GetTool returns one tool with its exact definition.
func (s *toolService) GetTool(ctx context.Context, req *toolv1.GetToolRequest) (*toolv1.GetToolResponse, error) {
	tool, err := s.tool(ctx, req.GetServer(), req.GetName())
	if err != nil {
		return nil, err
	}
	message := s.toolMessage(tool)
	message.DefinitionJson = tool.Definition
	resp := &toolv1.GetToolResponse{Tool: message}
	if err := s.checkSize(resp, tool.Server, tool.Name, "the server's definition of the tool has to shrink"); err != nil {
		return nil, err
	}
	return resp, nil
}
