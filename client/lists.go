package client

import (
	"context"

	"google.golang.org/grpc"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// The methods below return the list of a paged RPC. They copy the request, which
// may be nil. A page_size of 0 requests pages of 1000 items. The default deadline
// applies to each page.

// ListTools lists the tools of all servers, or of one. Page names the servers whose
// tools are missing.
func (c *Client) ListTools(
	ctx context.Context, req *toolv1.ListToolsRequest, opts ...grpc.CallOption,
) *List[*toolv1.ListToolsResponse, *toolv1.Tool] {
	return newList(ctx, req, c.ToolService().ListTools, (*toolv1.ListToolsResponse).GetTools, opts)
}

// ListResources lists the resources of all servers, or of one. Page names the
// servers whose resources are missing.
func (c *Client) ListResources(
	ctx context.Context, req *resourcev1.ListResourcesRequest, opts ...grpc.CallOption,
) *List[*resourcev1.ListResourcesResponse, *resourcev1.Resource] {
	return newList(ctx, req,
		c.ResourceService().ListResources, (*resourcev1.ListResourcesResponse).GetResources, opts)
}

// ListResourceTemplates lists the resource templates of all servers, or of one. Page
// names the servers whose templates are missing.
func (c *Client) ListResourceTemplates(
	ctx context.Context, req *resourcev1.ListResourceTemplatesRequest, opts ...grpc.CallOption,
) *List[*resourcev1.ListResourceTemplatesResponse, *resourcev1.ResourceTemplate] {
	return newList(
		ctx, req, c.ResourceService().ListResourceTemplates,
		(*resourcev1.ListResourceTemplatesResponse).GetResourceTemplates, opts,
	)
}

// ListServers lists the configured servers.
func (c *Client) ListServers(
	ctx context.Context, req *adminv1.ListServersRequest, opts ...grpc.CallOption,
) *List[*adminv1.ListServersResponse, *adminv1.Server] {
	return newList(ctx, req, c.AdminService().ListServers, (*adminv1.ListServersResponse).GetServers, opts)
}
