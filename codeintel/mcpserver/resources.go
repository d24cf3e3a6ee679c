package mcpserver

import (
	"context"
	"fmt"
	"path"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/coderef-system/coderefd/codeintel/index"
	"github.com/coderef-system/coderefd/codeintel/mcpserver/resourceuri"
)

// The kinds of resources; a kind stands where a URI has its host.
const (
	projectsKind  = "projects"
	summaryKind   = "summary"
	elementsKind  = "elements"
	elementKind   = "element"
	sourceKind    = "source"
	relationsKind = "relations"
)

const jsonType = "application/json"

// resource is one kind of resource that exists for every project.
type resource struct {
	title, description string
	mimeType           string // empty if it differs from one to the other
	priority           float64
	parameters         []string // of the query, in the order of the template
	read               func(context.Context, arguments, index.Progress) ([]*mcp.ResourceContents, error)
}

func (t *tools) resources() map[string]resource {
	return map[string]resource{
		summaryKind: {
			title: "Project summary", mimeType: jsonType, priority: 0.8, read: asJSON(t.summary),
			description: "What a project consists of: files by language, elements by type, what was skipped and why, " +
				"syntax errors, and a digest of its contents. Small, however large the project.",
		},
		elementsKind: {
			title: "Elements of a project", mimeType: jsonType, priority: 0.5, read: asJSON(t.scan),
			parameters: []string{"languages", "cursor", "limit"},
			description: "The declarations of a project, in pages, as coderef_scan lists them. " +
				"languages is a list such as ts,tsx.",
		},
		elementKind: {
			title: "Element with its source", mimeType: jsonType, priority: 1, read: t.element,
			parameters: []string{"target"},
			description: "What an element is, as JSON, and as a second content its source text. target is an id from a scan, " +
				"or whatever else coderef_query takes.",
		},
		sourceKind: {
			title: "Source of an element", priority: 0.9, read: t.source,
			parameters:  []string{"target"},
			description: "The lines an element or file stands on, as they are now. target as for element.",
		},
		relationsKind: {
			title: "Relations of an element", mimeType: jsonType, priority: 0.7, read: asJSON(t.query),
			parameters: []string{"target", "query_type", "max_depth", "cursor", "limit"},
			description: "What an element or file calls, imports or depends on, or who does so with it (-me), in pages, as " +
				"coderef_query answers. query_type is calls, calls-me, imports, imports-me, depends-on or depends-on-me.",
		},
	}
}

// template returns the RFC 6570 template of a resource. Reserved expansion (+)
// keeps the slashes of the path; it keeps ? # and % too, which the caller has to
// encode.
func (r resource) template(kind string) *mcp.ResourceTemplate {
	uri := resourceuri.Scheme + "://" + kind + "{+project_path}"
	for i, name := range r.parameters {
		separator := ","
		if i == 0 {
			separator = "{?"
		}
		uri += separator + name
	}
	if len(r.parameters) > 0 {
		uri += "}"
	}
	return &mcp.ResourceTemplate{
		URITemplate: uri, Name: kind, Title: r.title, MIMEType: r.mimeType, Annotations: annotations(r.priority),
		Description: r.description + " project_path is the absolute path of the project's root folder, with ? # and % percent-encoded.",
	}
}

// addResources puts all resources on a server, and tools in front of its reads.
func (t *tools) addResources(server *mcp.Server) {
	kinds := t.resources()
	read := t.readResource(kinds)
	for kind, r := range kinds {
		server.AddResourceTemplate(r.template(kind), read)
	}
	server.AddResource(&mcp.Resource{
		URI: resourceuri.Scheme + "://" + projectsKind, Name: projectsKind, Title: "Known projects", MIMEType: jsonType,
		Description: "The projects that this server has been asked about, most recent first, each with the URI of its summary.",
		Annotations: annotations(0.6),
	}, t.readProjects)
	t.known.publish = func(root string) {
		server.AddResource(&mcp.Resource{
			URI: resourceuri.Format(summaryKind, root, ""), Name: path.Base(root), Title: "Summary of " + path.Base(root),
			Description: "What the project in " + root + " consists of.", MIMEType: jsonType, Annotations: annotations(kinds[summaryKind].priority),
		}, read)
	}
	t.known.retract = func(root string) { server.RemoveResources(resourceuri.Format(summaryKind, root, "")) }
	server.AddReceivingMiddleware(t.beforeResources)
}

// beforeResources prepares requests for the SDK. It looks a URI up among
// patterns that no sloppy one matches, so URIs are normalized first; and it knows
// one error code only, so errors are made here.
func (t *tools) beforeResources(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch req := req.(type) {
		case *mcp.ListResourcesRequest:
			t.known.existing() // what is gone is not listed
		case *mcp.ReadResourceRequest:
			uri := req.Params.URI
			if len(uri) > maxURIBytes {
				return nil, readError(invalidInput("", "the URI is longer than %d bytes", maxURIBytes), "", isModern(req))
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

// readResource returns the one handler of all templates. Which template the SDK
// found does not matter: coderef://elements/a fits that of element, too.
func (t *tools) readResource(kinds map[string]resource) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri, err := parseURI(req.Params.URI)
		if err != nil {
			return nil, err
		}
		r, ok := kinds[uri.Kind]
		if !ok {
			return nil, unknownResource()
		}
		args, err := resourceArguments(uri, r.parameters)
		if err == nil {
			err = t.allow(args)
		}
		if err != nil {
			return nil, err
		}
		res := &mcp.ReadResourceResult{}
		err = t.run(ctx, uri.Kind, func(ctx context.Context) error {
			res.Contents, err = r.read(ctx, args, progressOf(ctx, req.Session, req.Params.GetProgressToken()))
			return args.orGone(err)
		})
		return res, err
	}
}

func (t *tools) readProjects(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	contents, err := jsonContents(t.projects())
	return &mcp.ReadResourceResult{Contents: contents}, err
}

// private keeps caches from sharing what is read of a project, which is the
// user's own, and is stale at once.
func private(_ context.Context, req mcp.Request, c *mcp.Cacheable) {
	switch req.(type) {
	case *mcp.ReadResourceRequest, *mcp.ListResourcesRequest:
		c.CacheScope = "private"
	}
}

func annotations(priority float64) *mcp.Annotations {
	return &mcp.Annotations{Audience: []mcp.Role{"user", "assistant"}, Priority: priority}
}

// asJSON makes a resource of what answers a tool.
func asJSON(tool func(context.Context, arguments, index.Progress) (any, error)) func(context.Context, arguments, index.Progress) ([]*mcp.ResourceContents, error) {
	return func(ctx context.Context, args arguments, progress index.Progress) ([]*mcp.ResourceContents, error) {
		answer, err := tool(ctx, args, progress)
		if err != nil {
			return nil, err
		}
		return jsonContents(answer)
	}
}

func jsonContents(answer any) ([]*mcp.ResourceContents, error) {
	text, err := compact(answer)
	if err != nil {
		return nil, fmt.Errorf("encode answer: %w", err)
	}
	return []*mcp.ResourceContents{{MIMEType: jsonType, Text: string(text)}}, nil
}
