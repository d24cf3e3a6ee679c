package client

import (
	"context"
	"iter"

	"google.golang.org/protobuf/proto"

	codeintelv1 "github.com/coderef-system/coderefd/gen/coderef/codeintel/v1"
	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	toolv1 "github.com/coderef-system/coderefd/gen/coderef/tool/v1"
)

// Tools ranges over the tools of all servers, or of the named one, page by page.
// An error ends it and comes as the last pair.
func (c *Client) Tools(ctx context.Context, server string) iter.Seq2[*toolv1.Tool, error] {
	return pages(func(token string) ([]*toolv1.Tool, string, error) {
		res, err := c.ToolService().ListTools(ctx, &toolv1.ListToolsRequest{Server: server, PageToken: token})
		return res.GetTools(), res.GetNextPageToken(), err
	})
}

// largestPage is the most that the service puts on a page. Servers may list very
// many resources, and each page costs the service a look at all of them.
const largestPage = 1000

// Resources ranges over the resources of all servers, or of the named one, page by
// page. An error ends it and comes as the last pair.
func (c *Client) Resources(ctx context.Context, server string) iter.Seq2[*resourcev1.Resource, error] {
	return pages(func(token string) ([]*resourcev1.Resource, string, error) {
		res, err := c.ResourceService().ListResources(ctx, &resourcev1.ListResourcesRequest{Server: server, PageSize: largestPage, PageToken: token})
		return res.GetResources(), res.GetNextPageToken(), err
	})
}

// ResourceTemplates ranges over resource templates as [Client.Resources] does over
// resources.
func (c *Client) ResourceTemplates(ctx context.Context, server string) iter.Seq2[*resourcev1.ResourceTemplate, error] {
	return pages(func(token string) ([]*resourcev1.ResourceTemplate, string, error) {
		res, err := c.ResourceService().ListResourceTemplates(ctx, &resourcev1.ListResourceTemplatesRequest{
			Server: server, PageSize: largestPage, PageToken: token,
		})
		return res.GetResourceTemplates(), res.GetNextPageToken(), err
	})
}

// Scan ranges over the elements of a project on all pages, from the page that req
// names on. req is not changed. An error ends it and comes as the last pair; one
// with reason INVALID_ARGUMENT in the midst of the pages means that the project
// has changed: start anew. Mode, precision and skipped files are in the responses
// of [Client.CodeIntelService].
func (c *Client) Scan(ctx context.Context, req *codeintelv1.ScanRequest) iter.Seq2[*codeintelv1.Element, error] {
	return func(yield func(*codeintelv1.Element, error) bool) {
		page := proto.CloneOf(req)
		elements := pages(func(token string) ([]*codeintelv1.Element, string, error) {
			if token != "" {
				page.PageToken = token
			}
			res, err := c.CodeIntelService().Scan(ctx, page)
			return res.GetElements(), res.GetNextPageToken(), err
		})
		elements(yield)
	}
}

// Query ranges over the relations of an element on all pages, as [Client.Scan]
// does over elements.
func (c *Client) Query(ctx context.Context, req *codeintelv1.QueryRequest) iter.Seq2[*codeintelv1.Relation, error] {
	return func(yield func(*codeintelv1.Relation, error) bool) {
		page := proto.CloneOf(req)
		relations := pages(func(token string) ([]*codeintelv1.Relation, string, error) {
			if token != "" {
				page.PageToken = token
			}
			res, err := c.CodeIntelService().Query(ctx, page)
			return res.GetRelations(), res.GetNextPageToken(), err
		})
		relations(yield)
	}
}

// pages ranges over the items of all pages that fetch returns, the first for an
// empty token, until there is no next one.
func pages[T any](fetch func(token string) (items []T, next string, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		token := ""
		for {
			items, next, err := fetch(token)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if next == "" {
				return
			}
			token = next
		}
	}
}
