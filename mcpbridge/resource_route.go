package mcpbridge

import (
	"context"

	"github.com/coderef-system/coderefd/mcpbridge/internal/uri"
)

// ResourceOwner returns the name of the server that a bare URI is bound to or, if template
// is not empty, that the template is bound to; "" if it is not bound. It does not wait.
func (b *Bridge) ResourceOwner(uri, template string) string {
	n, name := b.resources, uri
	if template != "" {
		n, name = b.templates, template
	}
	if u := n.Owner(name); u != nil {
		return u.cfg.Name
	}
	return ""
}

// routeResource finds the upstream for a read.
func (b *Bridge) routeResource(ctx context.Context, name, uri string) (*upstream, *Error) {
	if b.life.Err() != nil {
		return nil, closedError(StageRoute)
	}
	if name == "" {
		return b.resolveResource(ctx, uri)
	}
	u := b.byName[name]
	if u == nil {
		return nil, &Error{Kind: KindServerNotFound, Server: name, Stage: StageRoute}
	}
	if u.resources.Load().byURI[uri] == nil {
		if err := checkURI(uri); err != nil {
			err.Server = name
			return u, err
		}
	}
	return u, nil
}

// checkURI returns an error if text is not an absolute URI.
func checkURI(text string) *Error {
	problem := uri.Problem(text)
	if problem == "" {
		return nil
	}
	return &Error{Kind: KindMalformedURI, Stage: StageRoute, Err: &URIError{problem}}
}

// resolveResource finds the owner of a bare URI: the first upstream that lists it, or else
// the first with a template that matches it.
func (b *Bridge) resolveResource(ctx context.Context, uri string) (*upstream, *Error) {
	owner, err := b.owner(ctx, b.resources, uri)
	if owner != nil || err != nil {
		return owner, err
	}
	// Only a URI that a server lists may violate RFC 3986.
	if err := checkURI(uri); err != nil {
		return nil, err
	}
	for _, u := range b.upstreams {
		if u.resources.Load().offers(uri) {
			b.forgetResources()
			return b.resources.Bind(uri, u), nil
		}
	}
	return nil, b.resourceNotFound(Error{Kind: KindResourceNotFound, Stage: StageRoute})
}

// resourceNotFound returns the error missing or, while an upstream whose resources are
// unknown may start soon, the problem of that upstream.
func (b *Bridge) resourceNotFound(missing Error) *Error {
	for _, u := range b.upstreams {
		if u.resources.Load().listed() || !u.expected(b.settleOver) {
			continue
		}
		if problem := u.problem(); problem != nil {
			return problem
		}
	}
	return &missing
}

// ResourceTemplate returns a template by its text. If server is empty, it is the server
// that the text is bound to. Every error is an [*Error].
func (b *Bridge) ResourceTemplate(ctx context.Context, server, template string) (*ResourceTemplate, error) {
	u, t, err := b.routeTemplate(ctx, server, template)
	if err != nil {
		return nil, err
	}
	return b.withTemplateBinding(u, t), nil
}

// routeTemplate finds the upstream and definition of a template.
func (b *Bridge) routeTemplate(ctx context.Context, name, text string) (*upstream, *ResourceTemplate, *Error) {
	if b.life.Err() != nil {
		return nil, nil, closedError(StageRoute)
	}
	u := b.byName[name]
	if name == "" {
		var err *Error
		if u, err = b.owner(ctx, b.templates, text); err != nil {
			return nil, nil, err
		}
		if u == nil {
			return nil, nil, b.resourceNotFound(Error{Kind: KindTemplateNotFound, Stage: StageRoute})
		}
	} else if u == nil {
		return nil, nil, &Error{Kind: KindServerNotFound, Server: name, Stage: StageRoute}
	}
	t, err := u.template(ctx, text)
	return u, t, err
}

// template returns an upstream's template. The caller named the upstream, so the call
// waits for its first list until ctx ends.
func (u *upstream) template(ctx context.Context, text string) (*ResourceTemplate, *Error) {
	if t := u.resources.Load().byTemplate[text]; t != nil {
		return t, nil
	}
	if err := u.await(ctx, u.resourcesSettled, nil); err != nil {
		return nil, err
	}
	list := u.resources.Load()
	if t := list.byTemplate[text]; t != nil {
		return t, nil
	}
	if !list.listed() {
		if problem := u.resourceProblem(); problem != nil {
			return nil, problem
		}
	}
	return nil, &Error{Kind: KindTemplateNotFound, Server: u.cfg.Name, Stage: StageRoute}
}
