package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	resourcev1 "github.com/coderef-system/coderefd/gen/coderef/resource/v1"
	"github.com/coderef-system/coderefd/mcpbridge"
	"github.com/coderef-system/coderefd/server/internal/failure"
	"github.com/coderef-system/coderefd/server/internal/text"
	"github.com/coderef-system/coderefd/server/internal/toolcall"
	"github.com/coderef-system/coderefd/server/internal/toolresult"
)

// readResult is a resource that was read.
type readResult struct {
	*toolresult.Read
	request mcpbridge.Read
	result  *mcpbridge.Result
}

// response returns the response without the contents.
func (a *readResult) response() *resourcev1.GetResourceResponse {
	return &resourcev1.GetResourceResponse{LossyPaths: a.LossyPaths, CallInfo: toolcall.Info(a.result), Meta: a.Meta}
}

// read finds the resource and reads it once. The retry interceptor repeats it if necessary.
func (s *resourceService) read(ctx context.Context, req *resourcev1.GetResourceRequest) (*readResult, error) {
	read := mcpbridge.Read{Server: req.GetServer(), URI: req.GetUri(), Principal: s.Principal(ctx)}
	if req.GetUriTemplate() != "" {
		var err error
		if read.Server, read.URI, err = s.expand(ctx, req); err != nil {
			return nil, err
		}
	}
	result, err := s.Resources.ReadResource(ctx, read)
	if err != nil {
		return nil, s.readFailure(ctx, req, err)
	}
	decoded, err := toolresult.DecodeRead(result.Raw, s.Limits.JSONDepth)
	if err != nil {
		return nil, &unreadableError{server: result.Server, uri: read.URI, err: err}
	}
	return &readResult{Read: decoded, request: read, result: result}, nil
}

// expand returns the URI of the request: its uri, or its template expanded with its arguments.
func (s *resourceService) expand(
	ctx context.Context, req *resourcev1.GetResourceRequest,
) (server, uri string, err error) {
	text := req.GetUriTemplate()
	t, err := s.Resources.ResourceTemplate(ctx, req.GetServer(), text)
	var bridge *mcpbridge.Error
	if errors.As(err, &bridge) && bridge.Kind == mcpbridge.KindTemplateNotFound {
		_, templates := s.nearResources(ctx, bridge.Server, text)
		return "", "", &templateNotFoundError{server: bridge.Server, template: text, near: templates}
	}
	if err != nil {
		return "", "", err
	}
	if broken := checkTemplateArguments(t, req.GetArguments()); len(broken) > 0 {
		return "", "", &templateArgumentsError{server: t.Server, template: text, violations: broken}
	}
	return t.Server, t.Expand(req.GetArguments()), nil
}

// checkTemplateArguments compares arguments with the variables of a template.
func checkTemplateArguments(t *mcpbridge.ResourceTemplate, arguments map[string]string) []failure.Violation {
	if t.Problem != "" {
		return []failure.Violation{{Field: "uri_template", Description: text.Clean(t.Problem, text.MaxForeign)}}
	}
	var broken []failure.Violation
	var names []string
	for _, v := range t.Variables {
		names = append(names, v.Name)
		if _, given := arguments[v.Name]; v.Required && !given {
			broken = append(
				broken,
				failure.Violation{
					Field:       argumentField(v.Name),
					Description: fmt.Sprintf("argument %q is missing", v.Name),
				},
			)
		}
	}
	variables := "its variables: none"
	if len(names) > 0 {
		variables = "its variables: " + strings.Join(names, ", ")
	}
	for _, name := range slices.Sorted(maps.Keys(arguments)) {
		if !slices.Contains(names, name) {
			broken = append(broken, failure.Violation{
				Field: argumentField(name),
				Description: text.Clean(
					fmt.Sprintf("the template has no variable %q; %s", name, variables), text.MaxForeign,
				),
			})
		}
	}
	return broken
}

// argumentField returns the field path of an argument, in the syntax of protovalidate for map entries.
func argumentField(name string) string {
	return text.Clean(fmt.Sprintf("arguments[%q]", name), text.MaxForeign)
}

// readFailure adds the size limit, or similar resources, to a failure of the
// bridge.
func (s *resourceService) readFailure(ctx context.Context, req *resourcev1.GetResourceRequest, err error) error {
	var bridge *mcpbridge.Error
	if !errors.As(err, &bridge) {
		return err
	}
	switch bridge.Kind {
	case mcpbridge.KindResponseTooLarge:
		return &toolcall.LimitError{Failure: bridge, Limit: s.Limits.ServerMessageBytes}
	case mcpbridge.KindResourceNotFound:
		resources, templates := s.nearResources(ctx, bridge.Server, bridge.URI)
		return &resourceNotFoundError{failure: bridge, near: resources, templates: templates}
	case mcpbridge.KindMalformedURI:
		if req.GetUriTemplate() != "" {
			return &templateArgumentsError{
				server:   bridge.Server,
				template: req.GetUriTemplate(),
				violations: []failure.Violation{
					{Field: "arguments", Description: failure.Message(bridge)},
				},
			}
		}
	default: // returned below
	}
	return err
}
