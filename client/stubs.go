package client

import (
	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// ToolService returns the stub of coderef.tool.v1.ToolService.
func (c *Client) ToolService() toolv1.ToolServiceClient { return toolv1.NewToolServiceClient(c.conn) }

// ResourceService returns the stub of coderef.resource.v1.ResourceService.
func (c *Client) ResourceService() resourcev1.ResourceServiceClient {
	return resourcev1.NewResourceServiceClient(c.conn)
}

// CodeIntelService returns the stub of coderef.codeintel.v1.CodeIntelService.
func (c *Client) CodeIntelService() codeintelv1.CodeIntelServiceClient {
	return codeintelv1.NewCodeIntelServiceClient(c.conn)
}

// AdminService returns the stub of coderef.admin.v1.AdminService.
func (c *Client) AdminService() adminv1.AdminServiceClient {
	return adminv1.NewAdminServiceClient(c.conn)
}
