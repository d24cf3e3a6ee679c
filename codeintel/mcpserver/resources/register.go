package resources

import (
	"context"
	"path"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/mcpserver/call"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/native"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/projects"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/toolerror"
)

// New returns the resources of the given projects.
func New(runner *call.Runner, p *projects.Projects, t *native.Tools) *Resources {
	r := &Resources{runner: runner, projects: p, tools: t}
	r.kinds = r.allKinds()
	return r
}

// Register adds the resources to a server, and middleware to its reads. It observes the
// projects: the summary of each known project is listed.
func (r *Resources) Register(server *mcp.Server) {
	for name, k := range r.kinds {
		server.AddResourceTemplate(k.template(name), r.read)
	}
	server.AddResource(&mcp.Resource{
		URI: resourceuri.Scheme + "://" + projectsKind, Name: projectsKind, Title: "Known projects", MIMEType: jsonType,
		Description: "The projects that clients of this server have used, the most recently used first, each with the " +
			"URI of its summary.",
		Annotations: annotations(0.6),
	}, r.readProjects)
	added := func(root string) {
		server.AddResource(&mcp.Resource{
			URI: resourceuri.Format(summaryKind, root, ""), Name: path.Base(root), Title: "Summary of " + path.Base(root),
			Description: "The contents of the project in " + root + ".", MIMEType: jsonType,
			Annotations: annotations(r.kinds[summaryKind].priority),
		}, r.read)
	}
	removed := func(root string) { server.RemoveResources(resourceuri.Format(summaryKind, root, "")) }
	r.projects.Observe(added, removed)
	server.AddReceivingMiddleware(r.prepare)
}

// prepare normalizes URIs, because the SDK matches them with patterns, and converts errors,
// because the SDK uses a single error code.
func (r *Resources) prepare(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch req := req.(type) {
		case *mcp.ListResourcesRequest:
			r.projects.Existing() // removes deleted projects from the list
		case *mcp.ReadResourceRequest:
			uri := req.Params.URI
			if len(uri) > maxURIBytes {
				err := toolerror.Invalid("", "the URI is longer than %d bytes", maxURIBytes)
				return nil, readError(err, "", isModern(req))
			}
			req.Params.URI = resourceuri.Normalize(uri)
			res, err := next(ctx, method, req)
			if err != nil {
				return nil, readError(err, uri, isModern(req))
			}
			return res, nil
		}
		return next(ctx, method, req)
	}
}

// read is the handler of all templates. It selects the kind by the URI and not by the
// template that the SDK found: coderef://elements/a matches the template of element, too.
func (r *Resources) read(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	uri, err := parseURI(req.Params.URI)
	if err != nil {
		return nil, err
	}
	k, ok := r.kinds[uri.Kind]
	if !ok {
		return nil, unknownResource()
	}
	args, err := readArguments(uri, k.parameters)
	if err == nil {
		err = args.CheckRoots(r.projects.Roots())
	}
	if err != nil {
		return nil, err
	}
	res := &mcp.ReadResourceResult{}
	err = r.runner.Run(ctx, uri.Kind, func(ctx context.Context) error {
		res.Contents, err = k.read(ctx, args, call.Progress(ctx, req.Session, req.Params.GetProgressToken()))
		return args.OrDeleted(err)
	})
	return res, err
}

// Private is a cache policy: shared caches must not store the contents of projects.
func Private(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	switch req.(type) {
	case *mcp.ReadResourceRequest, *mcp.ListResourcesRequest:
		c.CacheScope = "private"
	}
}
